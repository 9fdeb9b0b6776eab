import { defineConfig } from "@playwright/test";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// Every worker reads this file again: random choices go through the environment, which workers inherit.
process.env.STICH_PORT ??= String(20_000 + (process.pid % 10_000));
process.env.STICH_E2E_DATA ??= mkdtempSync(join(tmpdir(), "stich-e2e-"));
const port = Number(process.env.STICH_PORT);
const python = process.env.STICH_PYTHON ?? "python3";

const LONGEST = /\/(journey|together|silence|match|stage-marks|tournament|friends|lesson|hit)\.e2e\.ts$/;

export default defineConfig({
  testDir: "tests",
  fullyParallel: true,
  // the files with the longest tests come first: none of them is left to run alone at the end
  projects: [
    { name: "first", testMatch: LONGEST },
    { name: "then", testMatch: "*.e2e.ts", testIgnore: LONGEST },
  ],
  workers: 3, // each mostly waits for bots, animations and pauses
  grepInvert: process.env.STICH_LONG ? undefined : /@long/, // see tests/tiers.ts
  forbidOnly: !!process.env.CI,
  retries: 0, // with a trace; whole matches are dealt again each time: a test that passes at the second try is listed as flaky and has to be examined
  outputDir: "test-results",
  timeout: 60_000,
  expect: { timeout: 10_000 }, // a busy machine
  reporter: [["list"]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    locale: "en",
    // a test that does not ask for it acts by itself: nothing is played under its hands
    storageState: { cookies: [], origins: [{ origin: `http://127.0.0.1:${port}`, localStorage: [{ name: "stich.forced", value: "off" }] }] },
    actionTimeout: 15_000,
    trace: "on-first-retry",
    launchOptions: {
      executablePath: process.env.STICH_CHROMIUM, // found by run.py; undefined: a browser that Playwright installed
      chromiumSandbox: false, // root and containers cannot use it, and the only page visited is our own
      args: [
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  webServer: {
    command: `"${python}" -m stich serve --no-browser --port ${port} --data "${process.env.STICH_E2E_DATA}" --games ../tests/games`,
    url: `http://127.0.0.1:${port}/healthz`,
    reuseExistingServer: false,
  },
});
