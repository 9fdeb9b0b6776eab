/** The real server's tables through a pipe: no network, no clock; no test. `STICH_PYTHON` names the Python that has stich. */
import { execFileSync, spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, resolve } from "node:path";
import { createInterface } from "node:readline";

const OWN = resolve("../.venv/bin/python");
export const PYTHON = process.env.STICH_PYTHON ?? (existsSync(OWN) ? OWN : "python3");

const placed = (): { cwd: string; env: NodeJS.ProcessEnv } => {
  const path = [resolve("../src"), process.env.PYTHONPATH ?? ""].filter(Boolean).join(delimiter);
  return { cwd: resolve("../tests"), env: { ...process.env, PYTHONPATH: path } };
};

/** What an expression of Python is, with stich's modules imported as given: through JSON. */
export const evaluated = (imports: string, expression: string): unknown =>
  JSON.parse(execFileSync(PYTHON, ["-c", `import json\n${imports}\nprint(json.dumps(${expression}))`], { ...placed(), maxBuffer: 1 << 26 }).toString());

export interface Wish {
  game: string;
  seed: number;
  seats?: number;
  options?: Record<string, unknown>;
}

export class Pipe {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #answers: ((frames: string[]) => void)[] = [];
  #failed = "";

  constructor() {
    this.#process = spawn(PYTHON, ["-m", "server.pipe"], placed());
    let frames: string[] = [];
    createInterface({ input: this.#process.stdout }).on("line", (line) => {
      if (line !== "") return void frames.push(line);
      this.#answers.shift()?.(frames);
      frames = [];
    });
    this.#process.stderr.on("data", (words) => (this.#failed += String(words)));
    this.#process.on("error", (error) => (this.#failed += error.message));
    this.#process.on("close", () => this.#answers.splice(0).forEach((answer) => answer([])));
  }

  /** What the window receives after one line. */
  async #ask(line: object): Promise<string[]> {
    const frames = await new Promise<string[]>((answer) => {
      this.#answers.push(answer);
      this.#process.stdin.write(`${JSON.stringify(line)}\n`);
    });
    if (this.#failed) throw new Error(`${PYTHON} has no table: ${this.#failed}`);
    return frames;
  }

  open = (wish: Wish): Promise<string[]> => this.#ask({ open: wish });
  say = (frame: object): Promise<string[]> => this.#ask({ say: frame });
  wait = (ms: number): Promise<string[]> => this.#ask({ wait: ms });

  end(): void {
    this.#process.stdin.end();
  }
}
