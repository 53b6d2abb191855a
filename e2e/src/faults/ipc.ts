/** Questions from the harness to a process that it has started, over Node's channel between parent and child. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";

type FromParent = { question: number; method: string; argument: unknown };
type FromChild =
  | { ready: unknown }
  | { answer: number; result: unknown }
  | { answer: number; error: string }
  | { said: unknown };

/** In the child: answers the parent's questions from now on, and ends with the parent. @param ready sent to the parent first */
export function answerParent(methods: Record<string, (argument: never) => unknown>, ready: unknown): void {
  process.on("message", (message) => {
    const { question, method, argument } = message as FromParent;
    const run = methods[method];
    Promise.resolve()
      .then(() => {
        if (!run) throw new Error(`there is no ${method}`);
        return run(argument as never);
      })
      .then(
        (result) => process.send?.({ answer: question, result: result ?? null }),
        (error: unknown) => process.send?.({ answer: question, error: String(error) }),
      );
  });
  process.on("disconnect", () => process.exit(0));
  process.send?.({ ready });
}

/** In the child: sends the parent a message, and resolves once it is on its way. */
export function sayToParent(said: unknown): Promise<void> {
  return new Promise((resolve) => {
    if (process.send) process.send({ said }, undefined, undefined, () => resolve());
    else resolve();
  });
}

export interface Child<Ready> {
  readonly pid: number;
  readonly ready: Ready;
  readonly running: boolean;
  /** What it printed last. */
  readonly output: string;
  ask(method: string, argument?: unknown): Promise<unknown>;
  /** Calls back with what the child says by itself. Returns the end of the subscription. */
  onSaid(listener: (said: unknown) => void): () => void;
  /** Resolves with its exit code once it has ended, null after a signal. */
  readonly ended: Promise<number | null>;
  signal(signal: NodeJS.Signals): void;
  /** Ends it (SIGKILL, also where it is stopped) and waits for that. */
  kill(): Promise<void>;
}

const children = new Set<ChildProcess>();
// No child outlives the harness.
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});

export interface StartOptions {
  script: string;
  argument?: unknown;
  execArgv?: readonly string[];
  env?: NodeJS.ProcessEnv;
  cwd: string;
  readyWithinMs?: number;
}

/** What the parent and a child send each other. */
class Channel<Ready> {
  /** Resolves once the child says that it is ready. */
  readonly ready: Promise<Ready>;
  readonly #child: ChildProcess;
  readonly #questions = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  readonly #listeners = new Set<(said: unknown) => void>();
  #nextQuestion = 1;

  constructor(child: ChildProcess) {
    this.#child = child;
    const { promise, resolve } = Promise.withResolvers<Ready>();
    this.ready = promise;
    child.on("message", (value) => {
      const message = value as FromChild;
      if ("ready" in message) resolve(message.ready as Ready);
      else if ("said" in message) this.#listeners.forEach((listener) => listener(message.said));
      else this.#settle(message);
    });
  }

  ask(method: string, argument: unknown = null): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const question = this.#nextQuestion++;
      this.#questions.set(question, { resolve, reject });
      this.#child.send({ question, method, argument }, (error) => {
        if (error) reject(error);
      });
    });
  }
  onSaid(listener: (said: unknown) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
  /** Rejects the questions that are open. */
  end(): void {
    for (const question of this.#questions.values()) question.reject(new Error("the process has ended"));
    this.#questions.clear();
  }

  #settle(message: { answer: number; result: unknown } | { answer: number; error: string }): void {
    const question = this.#questions.get(message.answer);
    this.#questions.delete(message.answer);
    if ("error" in message) question?.reject(new Error(message.error));
    else question?.resolve(message.result);
  }
}

function spawnScript({ script, argument, execArgv = [], env = process.env, cwd }: StartOptions): ChildProcess {
  const own = argument === undefined ? [] : [JSON.stringify(argument)];
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...execArgv, script, ...own], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  children.add(child);
  child.once("exit", () => children.delete(child));
  return child;
}

/** @returns reads what the child printed last */
function recordOutput(child: ChildProcess): () => string {
  let output = "";
  const record = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-16_000));
  child.stdout?.on("data", record);
  child.stderr?.on("data", record);
  child.on("error", (error) => (output += String(error)));
  return () => output;
}

/** Starts a script of ours and waits until it says that it is ready. @throws Error with its output where it does not */
export async function startChild<Ready>(options: StartOptions): Promise<Child<Ready>> {
  const { script, readyWithinMs = 30_000 } = options;
  const child = spawnScript(options);
  const ended = once(child, "exit").then(([code]) => code as number | null);
  const output = recordOutput(child);
  const channel = new Channel<Ready>(child);
  void ended.then(() => channel.end());
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const kill = async () => {
    if (isRunning()) child.kill("SIGKILL");
    await ended;
  };

  let timer: NodeJS.Timeout | undefined;
  const outcome = await Promise.race([
    channel.ready.then((ready) => ({ ready })),
    ended.then((code) => `it ended with ${code}`),
    new Promise<string>((resolve) => (timer = setTimeout(() => resolve("it took too long"), readyWithinMs))),
  ]);
  clearTimeout(timer);
  if (typeof outcome === "string") {
    await kill();
    throw new Error(`${script} did not become ready: ${outcome}\n${output()}`);
  }
  return {
    pid: child.pid ?? 0,
    ready: outcome.ready,
    get running() {
      return isRunning();
    },
    get output() {
      return output();
    },
    ended,
    ask: (method, argument) => channel.ask(method, argument),
    onSaid: (listener) => channel.onSaid(listener),
    signal: (signal) => void child.kill(signal),
    kill,
  };
}
