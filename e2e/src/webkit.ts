/**
 * WebKitGTK's own small browser (Debian: webkit2gtk-driver), driven through WebDriver (https://www.w3.org/TR/webdriver2/):
 * enough of it to use the app as a player does. It runs on a screen of its own (Xvfb).
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { expect } from "@playwright/test";

const DRIVERS = ["/usr/bin/WebKitWebDriver", "/usr/local/bin/WebKitWebDriver"];
const STARTS_WITHIN_MS = 30_000;
/** Key of an element's id in an answer, as the standard says. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** Path of the driver, or null where none is installed. `WEBKIT_DRIVER_PATH` goes before all. */
export function findWebKit(): string | null {
  const configured = process.env["WEBKIT_DRIVER_PATH"];
  if (configured) return existsSync(configured) ? configured : null;
  return existsSync("/usr/bin/Xvfb") ? (DRIVERS.find((path) => existsSync(path)) ?? null) : null;
}

/** Resolves with what `matches` finds in the output. */
async function untilOutput(child: ChildProcess, stream: "stdout" | "stderr", matches: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${child.spawnfile} did not start`)), STARTS_WITHIN_MS);
    let output = "";
    child[stream]?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      const found = matches.exec(output)?.[1];
      if (found === undefined) return;
      clearTimeout(late);
      resolve(found);
    });
    child.once("exit", () => reject(new Error(`${child.spawnfile} ended: ${output.slice(-500)}`)));
  });
}
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

export class WebKit {
  readonly #screen: ChildProcess;
  readonly #driver: ChildProcess;
  readonly #address: string;
  #session = "";

  private constructor(screen: ChildProcess, driver: ChildProcess, address: string) {
    this.#screen = screen;
    this.#driver = driver;
    this.#address = address;
  }

  /** @param port of the driver, on the loopback address */
  static async open(path: string, port: number): Promise<WebKit> {
    const screen = spawn("/usr/bin/Xvfb", ["-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const display = await untilOutput(screen, "stdout", /^(\d+)\s/);
    const driver = spawn(path, [`--port=${port}`], {
      stdio: "ignore",
      // Of no language: the app speaks the house's own.
      env: { ...process.env, DISPLAY: `:${display}`, GDK_BACKEND: "x11", LANG: "C.UTF-8", LC_ALL: "", LANGUAGE: "" },
    });
    const webKit = new WebKit(screen, driver, `http://127.0.0.1:${port}`);
    try {
      await webKit.#begin();
      return webKit;
    } catch (error) {
      await webKit.close();
      throw error;
    }
  }

  async #begin(): Promise<void> {
    // It prints nothing when it is ready.
    await expect(() => fetch(`${this.#address}/status`)).toPass({ timeout: STARTS_WITHIN_MS });
    const capabilities = { alwaysMatch: { acceptInsecureCerts: false } };
    const { value } = await this.#ask("POST", "/session", { capabilities });
    this.#session = (value as { sessionId: string }).sessionId;
  }
  async #ask(method: "POST" | "DELETE" | "GET", path: string, body?: unknown): Promise<{ value: unknown }> {
    const answer = await fetch(this.#address + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    });
    const json = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(json.value)}`);
    return json;
  }
  #command(method: "POST" | "GET", command: string, body?: unknown): Promise<{ value: unknown }> {
    return this.#ask(method, `/session/${this.#session}${command}`, body);
  }

  async goto(url: string): Promise<void> {
    await this.#command("POST", "/url", { url });
  }
  /** The body of a function that runs in the page, with its arguments as `arguments`. */
  async run<T>(script: string, ...args: unknown[]): Promise<T> {
    return (await this.#command("POST", "/execute/sync", { script, args })).value as T;
  }
  /** Text of the whole page as it is drawn. */
  text(): Promise<string> {
    return this.run("return document.body.innerText");
  }
  path(): Promise<string> {
    return this.run("return location.pathname");
  }
  /**
   * Presses the first visible element of these whose name has these words: its label for screen readers, or its text.
   * @throws Error where there is none that can be pressed
   */
  async press(selector: string, name: string): Promise<void> {
    await this.#command("POST", `/element/${await this.#find(selector, name)}/click`, {});
  }
  /** Types into the field with that label. @throws Error where there is none */
  async fill(label: string, text: string): Promise<void> {
    const field = await this.#find("input", label);
    await this.#command("POST", `/element/${field}/clear`, {});
    await this.#command("POST", `/element/${field}/value`, { text });
  }
  async #find(selector: string, name: string): Promise<string> {
    const script = `const [selector, name] = arguments;
      return [...document.querySelectorAll(selector)].find((one) => {
        const label = one.getAttribute("aria-label") ?? one.labels?.[0]?.textContent ?? one.textContent;
        return label.includes(name) && !one.disabled && one.checkVisibility();
      }) ?? null`;
    const found = await this.run<Record<string, string> | null>(script, selector, name);
    const id = found?.[ELEMENT];
    if (id === undefined) throw new Error(`there is no ${selector} "${name}" that can be used`);
    return id;
  }
  async close(): Promise<void> {
    if (this.#session !== "") await this.#ask("DELETE", `/session/${this.#session}`).catch(() => {});
    await end(this.#driver);
    await end(this.#screen);
  }
}
