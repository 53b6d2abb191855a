/** The log: one JSON line an event, or coloured lines on a terminal. Secrets are masked here. */
import { pino } from "pino";
import type { DestinationStream, Logger } from "pino";

const SECRETS = ["token", "password", "oldPassword", "newPassword", "pin", "authorization", "secret"];

/** @param destination standard output unless given */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    redact: {
      paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.headers.${name}`, `*.*.${name}`]),
      censor: "[masked]",
    },
  };
  if (destination) return pino(options, destination);
  if (!process.stdout.isTTY) return pino(options);
  return pino({ ...options, transport: { target: "pino-pretty", options: { ignore: "pid,hostname" } } });
}
