/** The log: one JSON line an event, or coloured lines on a terminal. Secrets are masked here, whoever logs them. */
import { pino } from "pino";
import type { Logger } from "pino";

const SECRETS = ["token", "password", "oldPassword", "newPassword", "pin", "authorization", "secret"];

export function createLogger(level: string): Logger {
  return pino({
    level,
    redact: {
      paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.headers.${name}`, `*.*.${name}`]),
      censor: "[masked]",
    },
    ...(process.stdout.isTTY ? { transport: { target: "pino-pretty", options: { ignore: "pid,hostname" } } } : {}),
  });
}
