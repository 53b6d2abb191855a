/**
 * The protocol between a floor and the cabinet process: one JSON value in each line. A connection attaches to one machine and
 * sends questions; each has an id and is answered once, or never. The machine pushes its events.
 */
import type { Socket } from "node:net";
import process from "node:process";
import type { Band } from "@reelcast/contract";
import type { MachineEvent, MachineState } from "@reelcast/machine";

/** Methods of MachineDriver that are sent over the connection. */
export const COMMANDS = [
  "hello",
  "identify",
  "meters",
  "press",
  "transferIn",
  "transferOut",
  "interrogate",
  "lock",
  "unlock",
  "resetHandPay",
  "gamesSince",
] as const;
export type Command = (typeof COMMANDS)[number];
/** Commands that only read: they are answered for any epoch. */
export const READING: ReadonlySet<Command> = new Set(["identify", "meters", "gamesSince"]);

export interface Question {
  id: number;
  command: Command;
  /** Fencing token of the sender. */
  epoch: number;
  /** The method's only argument. */
  argument: unknown;
  /** When it was sent, by the clock that all processes of this computer share (`monotonicMs`). */
  sentAt: number;
}
export type Answer =
  | { id: number; result: unknown }
  | { id: number; error: { name: "MachineFenced" | "MachineUnreachable" | "Error"; message: string } };
export type FromFloor = { attach: number } | Question;
export type FromCabinet = { attached: { state: MachineState; bands: Band[] } } | { event: MachineEvent } | Answer;

/** Milliseconds of a clock that never jumps and is the same in all processes of this computer. */
export const monotonicMs = (): number => Number(process.hrtime.bigint() / 1_000n) / 1_000;

const MAX_LINE = 4 * 2 ** 20;

/** Calls back with each complete line of a socket, parsed. A line that is no JSON, or too long, ends the connection. */
export function readLines(socket: Socket, onLine: (value: unknown) => void): void {
  let rest = "";
  socket.setEncoding("utf8");
  socket.on("data", (chunk) => {
    rest += String(chunk);
    if (rest.length > MAX_LINE) {
      socket.destroy();
      return;
    }
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      let value: unknown;
      try {
        value = JSON.parse(line);
      } catch {
        socket.destroy();
        return;
      }
      onLine(value);
    }
  });
}

export function writeLine(socket: Socket, value: FromFloor | FromCabinet): void {
  if (socket.writable) socket.write(`${JSON.stringify(value)}\n`);
}
