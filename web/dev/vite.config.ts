// The gallery: every state of Chimera's table on fixed data, for the eye. `npx vite --config dev/vite.config.ts`; no part of the product.
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const repository = fileURLToPath(new URL("../..", import.meta.url));

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [svelte({ configFile: false })],
  server: { fs: { allow: [repository] } },
});
