/** A separate server for a test, with its own port and data folder. No test. */
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";

const PYTHON = process.env.STICH_PYTHON ?? "python3";
const TOLD = join(import.meta.dirname, "../../tests/server/told.py");
const run = promisify(execFile);

/** What the seats must be shown, according to the log; see told.py. */
export interface Told {
  entries: number;
  beat: number[];
  said: [string, number][];
  seats: { zones: Record<string, number[]>; scores: number[]; phase: string; must: number; deal: number }[];
}

export class Server {
  #process: ChildProcess | undefined;
  /** what it has written to its output */
  output = "";

  constructor(
    readonly port: number,
    readonly data: string,
    readonly games = "",
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  async start(): Promise<void> {
    const own = this.games ? ["--games", this.games] : [];
    this.#process = spawn(PYTHON, ["-m", "stich", "serve", "--no-browser", "--port", String(this.port), "--data", this.data, ...own], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await new Promise<void>((ready, failed) => {
      this.#process?.stdout?.on("data", (text: Buffer) => {
        this.output += text.toString();
        if (text.includes("http://")) ready();
      });
      this.#process?.once("exit", (code) => failed(new Error(`the server ended with ${code}`)));
    });
  }

  async kill(): Promise<void> {
    const dead = new Promise((done) => this.#process?.once("exit", done));
    this.#process?.kill("SIGKILL");
    await dead;
  }

  async told(table: string): Promise<Told> {
    return JSON.parse((await run(PYTHON, [TOLD, this.data, table])).stdout) as Told;
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, "127.0.0.1", done));
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  return port;
}
