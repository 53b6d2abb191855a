/**
 * The system's Firefox, driven through WebDriver BiDi (https://w3c.github.io/webdriver-bidi/): enough of it to open a
 * page and read what it shows.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";

const SYSTEM_FIREFOXES = [
  "/usr/bin/firefox-esr",
  "/usr/bin/firefox",
  "/snap/bin/firefox",
  "/Applications/Firefox.app/Contents/MacOS/firefox",
];
const STARTS_WITHIN_MS = 60_000;

/** Path of a Firefox, or null where none is installed. `FIREFOX_PATH` goes before all. */
export function findFirefox(): string | null {
  const configured = process.env["FIREFOX_PATH"];
  if (configured) return existsSync(configured) ? configured : null;
  return SYSTEM_FIREFOXES.find((path) => existsSync(path)) ?? null;
}

interface Answer {
  id?: number;
  result?: Record<string, unknown>;
  error?: string;
  message?: string;
}

export class Firefox {
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #sent = 0;
  #context = "";

  private constructor(process: ChildProcess, profile: string, socket: WebSocket) {
    this.#process = process;
    this.#profile = profile;
    this.#socket = socket;
    socket.on("message", (data: Buffer) => {
      const answer = JSON.parse(data.toString()) as Answer;
      if (answer.id !== undefined) this.#waiting.get(answer.id)?.(answer);
    });
  }

  static async open(path: string): Promise<Firefox> {
    const profile = await mkdtemp(join(tmpdir(), "reelcast-firefox-"));
    const child = spawn(path, ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"], {
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, HOME: profile, MOZ_DISABLE_CONTENT_SANDBOX: "1" },
    });
    const address = await new Promise<string>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error("Firefox did not start")), STARTS_WITHIN_MS);
      let said = "";
      child.stderr.on("data", (chunk: Buffer) => {
        said += chunk.toString();
        const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said)?.[1];
        if (found === undefined) return;
        clearTimeout(late);
        resolve(found);
      });
      child.once("exit", () => reject(new Error(`Firefox ended: ${said.slice(-500)}`)));
    });
    const socket = new WebSocket(`${address}/session`);
    await once(socket, "open");
    const firefox = new Firefox(child, profile, socket);
    await firefox.#ask("session.new", { capabilities: {} });
    const { contexts } = await firefox.#ask("browsingContext.getTree", {});
    firefox.#context = (contexts as { context: string }[])[0]?.context ?? "";
    return firefox;
  }

  async #ask(method: string, params: Record<string, unknown>): Promise<Record<string, unknown>> {
    const id = (this.#sent += 1);
    const answer = await new Promise<Answer>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
    this.#waiting.delete(id);
    if (answer.error !== undefined) throw new Error(`${method}: ${answer.error} ${answer.message ?? ""}`);
    return answer.result ?? {};
  }

  async goto(url: string): Promise<void> {
    await this.#ask("browsingContext.navigate", { context: this.#context, url, wait: "complete" });
  }
  /** Text of the whole page as it is drawn. */
  async text(): Promise<string> {
    const { result } = await this.#ask("script.evaluate", {
      expression: "document.body.innerText",
      target: { context: this.#context },
      awaitPromise: false,
    });
    return (result as { value?: string }).value ?? "";
  }
  async close(): Promise<void> {
    const ended = once(this.#process, "exit");
    this.#socket.close();
    this.#process.kill("SIGTERM");
    await ended;
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
