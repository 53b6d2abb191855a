/**
 * The log: one JSON line an event, or coloured lines on a terminal. Secrets are masked here, errors cut, and repeated
 * warnings and errors limited (logRepeats.ts). A log that can't be written never ends or delays the process (logOutput.ts).
 */
import { writeSync } from "node:fs";
import { pino, stdSerializers } from "pino";
import type { DestinationStream, Logger, LoggerOptions } from "pino";
import { LogOutput } from "./logOutput.ts";
import { RepeatLimit } from "./logRepeats.ts";

const SECRETS = ["token", "password", "oldPassword", "newPassword", "pin", "authorization", "secret"];
const WARN = 40;
const FATAL = 60;
/** Characters of an error's stack and message, and of its other texts and those of one that repeats. */
const LONGEST = { stack: 2_000, message: 1_000, other: 300 };
/** Of PostgreSQL's errors: where in its own sources, and the text of a function of ours. */
const NOT_LOGGED = new Set([
  "length",
  "file",
  "line",
  "routine",
  "position",
  "internalPosition",
  "internalQuery",
  "name",
]);
/** What distinguishes reports with the same message. Each has few values. */
const DISTINCTIVE = ["route", "method", "socket", "effect", "reason", "duty", "topic", "kind", "cause"];
/** Faults of cameras: somebody must go to each machine, so that each has lines of its own, up to so many. */
const MOST_CAMERAS = 1_000;

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most)}…` : text);

/** An error that was logged in full not long ago. */
class Repeated {
  readonly error: unknown;
  constructor(error: unknown) {
    this.error = error;
  }
}

function fieldsOf(error: Error, isBrief: boolean): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(stdSerializers.err(error))) {
    if (NOT_LOGGED.has(name) || value === undefined || (isBrief && (name === "stack" || name === "aggregateErrors")))
      continue;
    if (typeof value === "string")
      fields[name] = cut(value, isBrief || (name !== "stack" && name !== "message") ? LONGEST.other : LONGEST[name]);
    else if (name !== "aggregateErrors") fields[name] = value;
    else if (error instanceof AggregateError)
      fields[name] = error.errors.slice(0, 3).map((one) => (one instanceof Error ? fieldsOf(one, true) : String(one)));
  }
  return fields;
}
function serializeError(given: unknown): unknown {
  const error = given instanceof Repeated ? given.error : given;
  return error instanceof Error ? fieldsOf(error, given instanceof Repeated) : error;
}

/** The code of an error; of one without a code, which is a mistake in the program, where it was thrown. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  if ("code" in error && (typeof error.code === "string" || typeof error.code === "number")) return String(error.code);
  return `${error.name} ${/\n\s+at (.*)/.exec(error.stack ?? "")?.[1] ?? ""}`;
}

/** As pino takes them: fields and a message, an error, or a message alone. */
function readArguments(args: readonly unknown[]): { fields: Record<string, unknown>; rest: unknown[] } {
  const [first, ...rest] = args;
  if (first instanceof Error) return { fields: { err: first }, rest: rest.length > 0 ? rest : [first.message] };
  if (typeof first === "object" && first !== null) return { fields: { ...first }, rest };
  return { fields: {}, rest: [...args] };
}

function limitRepeats(limit: RepeatLimit): NonNullable<LoggerOptions["hooks"]> {
  return {
    logMethod(args, method, level) {
      if (level >= FATAL) limit.flush(true);
      if (level < WARN || level >= FATAL) return method.apply(this, args);
      const { fields, rest } = readArguments(args);
      const { err, machineId, node, file } = fields;
      const distinctive = DISTINCTIVE.map((name) => (typeof fields[name] === "string" ? fields[name] : ""));
      const kind = [level, rest[0], causeOf(err), ...distinctive]
        .map((part) => cut(String(part), LONGEST.other))
        .join("|");
      const subject = [machineId, node, file].find((value) => typeof value === "string" || typeof value === "number");
      const write = (leftOut: number, isFirst: boolean) => {
        const shown = {
          ...fields,
          ...(leftOut > 0 ? { leftOut } : {}),
          ...(err && !isFirst ? { err: new Repeated(err) } : {}),
        };
        method.apply(this, [shown, ...rest] as unknown as Parameters<typeof method>);
      };
      limit.report(kind, String(subject ?? ""), write, "camera" in fields ? MOST_CAMERAS : undefined);
    },
  };
}

/** What writes the rest of each log of this process, when that log or the process ends. One listener for all. */
const lastWrites = new Map<Logger, () => void>();
const writeAll = () => lastWrites.forEach((write) => write());

/** Writes the rest of a log and forgets it: a process that runs many commands opens one for each. */
export function endLogger(log: Logger): void {
  lastWrites.get(log)?.();
  lastWrites.delete(log);
}

/**
 * @param to "stderr" for a command, whose standard output is what programs read
 * @param limit of repeated warnings and errors
 */
export function createLogger(
  level: string,
  to: DestinationStream | "stdout" | "stderr" = "stdout",
  limit = new RepeatLimit(),
): Logger {
  const options: LoggerOptions = {
    level,
    serializers: { err: serializeError },
    hooks: limitRepeats(limit),
    redact: {
      paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.headers.${name}`, `*.*.${name}`]),
      censor: "[masked]",
    },
  };
  if (typeof to === "object") return pino(options, to);
  const { isTTY, fd } = process[to];
  if (isTTY) {
    const terminal = pino.transport({ target: "pino-pretty", options: { ignore: "pid,hostname", destination: fd } });
    // The terminal may be closed while the process runs.
    terminal.on("error", () => {});
    return pino(options, terminal);
  }
  const output: LogOutput = new LogOutput(
    (lines) => log.warn({ lines }, "lines of the log are lost: it could not be written"),
    (bytes) => writeSync(fd, bytes),
  );
  const log = pino(options, output);
  if (lastWrites.size === 0) process.off("exit", writeAll).once("exit", writeAll);
  lastWrites.set(log, () => {
    limit.flush(true);
    output.end();
  });
  return log;
}
