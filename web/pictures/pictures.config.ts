import { fileURLToPath } from "node:url";
import base from "../playwright.config";

const web = fileURLToPath(new URL("..", import.meta.url));
const server = base.webServer as { command: string; url: string };

/** The pictures of the README, taken from the running table: `npm run pictures`. */
export default { ...base, testDir: ".", testMatch: "shoot.ts", workers: 1, timeout: 180_000, webServer: { ...server, cwd: web } };
