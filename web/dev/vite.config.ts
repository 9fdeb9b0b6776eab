// The gallery: every state of Chimera's table with fixed data. `npx vite --config dev/vite.config.ts`; not part of the product.
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { shapeModules, shapes } from "../shapes.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [svelte({ configFile: false }), shapeModules()],
  css: { postcss: { plugins: [shapes] } },
  server: { fs: { allow: [repository] } },
});
