/** The media query of a name in look/shapes.css: `import wide from "shape:wide"` (shapes.ts). */
declare module "shape:*" {
  const query: string;
  export default query;
}
