/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const server = process.env.STICH_URL ?? "http://127.0.0.1:8000"; // `npm run dev` beside a running `stich serve`

export default defineConfig({
  base: "/", // the page answers under /, /t/<table> and nowhere else
  plugins: [svelte({ configFile: false })],
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {}, // else Svelte's server half is tested
  build: { outDir: "../src/stich/server/static", emptyOutDir: true, target: "es2023" },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { environment: "jsdom", include: ["tests/**/*.test.ts"] },
});
