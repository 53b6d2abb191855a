/** Questions from the harness to a process that it has started, over Node's channel between parent and child. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";

type FromParent = { question: number; method: string; argument: unknown };
type FromChild =
  { ready: unknown } | { answer: number; result: unknown } | { answer: number; error: string } | { said: unknown };

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
  /** Hears what the child says. Returns the end of the subscription. */
  onSaid(listener: (said: unknown) => void): () => void;
  /** Resolves with its exit code once it has ended, null after a signal. */
  readonly ended: Promise<number | null>;
  signal(signal: NodeJS.Signals): void;
  /** Ends it (SIGKILL, also where it is stopped) and waits for that. */
  kill(): Promise<void>;
}

const children = new Set<ChildProcess>();
// Whatever becomes of the harness, nothing that it has started stays.
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

/** Starts a script of ours and waits until it says that it is ready. @throws Error with its output where it does not */
export async function startChild<Ready>(options: StartOptions): Promise<Child<Ready>> {
  const { script, argument, execArgv = [], env = process.env, cwd, readyWithinMs = 30_000 } = options;
  const child = spawn(
    process.execPath,
    [
      "--disable-warning=ExperimentalWarning",
      ...execArgv,
      script,
      ...(argument === undefined ? [] : [JSON.stringify(argument)]),
    ],
    { cwd, env, stdio: ["ignore", "pipe", "pipe", "ipc"] },
  );
  children.add(child);
  const ended = once(child, "exit").then(([code]) => {
    children.delete(child);
    return code as number | null;
  });
  let output = "";
  const keep = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-16_000));
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  child.on("error", (error) => (output += String(error)));
  const questions = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  const listeners = new Set<(said: unknown) => void>();
  let nextQuestion = 1;
  let onReady: (ready: Ready) => void = () => undefined;
  const isReady = new Promise<Ready>((resolve) => (onReady = resolve));
  child.on("message", (value) => {
    const message = value as FromChild;
    if ("ready" in message) onReady(message.ready as Ready);
    else if ("said" in message) listeners.forEach((listener) => listener(message.said));
    else {
      const question = questions.get(message.answer);
      questions.delete(message.answer);
      if ("error" in message) question?.reject(new Error(message.error));
      else question?.resolve(message.result);
    }
  });
  void ended.then(() => {
    for (const question of questions.values()) question.reject(new Error("the process has ended"));
    questions.clear();
  });
  const kill = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
    await ended;
  };

  let timer: NodeJS.Timeout | undefined;
  const outcome = await Promise.race([
    isReady.then((ready) => ({ ready })),
    ended.then((code) => `it ended with ${code}`),
    new Promise<string>((resolve) => (timer = setTimeout(() => resolve("it took too long"), readyWithinMs))),
  ]);
  clearTimeout(timer);
  if (typeof outcome === "string") {
    await kill();
    throw new Error(`${script} did not become ready: ${outcome}\n${output}`);
  }
  return {
    pid: child.pid ?? 0,
    ready: outcome.ready,
    get running() {
      return child.exitCode === null && child.signalCode === null;
    },
    get output() {
      return output;
    },
    ended,
    ask(method, argument = null) {
      return new Promise((resolve, reject) => {
        const question = nextQuestion++;
        questions.set(question, { resolve, reject });
        child.send({ question, method, argument }, (error) => {
          if (error) reject(error);
        });
      });
    },
    onSaid(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    signal: (signal) => void child.kill(signal),
    kill,
  };
}
