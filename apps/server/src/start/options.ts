/** What a start can be given, and what it results in. */
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Bus } from "../bus/bus.ts";
import type { Domain, DomainOverrides } from "../domain.ts";
import type { FloorNode, LocalFloor } from "../floor/index.ts";
import type { ConsolePort, ServingOverrides } from "../serving/index.ts";
import type { WrapPool } from "../storage/index.ts";

export interface Overrides extends ServingOverrides, DomainOverrides {
  log?: Logger;
  /** Called with what the operator must know of the start; only `server`. */
  onNotice?: (notice: StartNotice) => void;
  wrapPool?: WrapPool;
  bus?: Bus;
  /** Replaces the election; only `inProcess`. It is released at the end. */
  node?: FloorNode;
  /**
   * `cli` opens only the data: no lock, no port, no lease; it also works while a server runs. `inProcess` opens the whole
   * server without the folder's lock and without a port, for tests and benchmarks: they call its HTTP application with
   * `inject`, or let it listen.
   */
  role?: "server" | "cli" | "inProcess";
}
/** What the operator must know of a start, besides the address of the site. */
export type StartNotice =
  | { kind: "console"; address: string }
  /** There is nobody yet who could sign in to the console: who follows the link becomes the first manager. */
  | { kind: "first manager"; link: string }
  /** What the house does without, or does in another way; sentences. */
  | { kind: "warning"; text: string };
export type ServerState = "starting" | "standby" | "ready";
export interface ServerApp {
  readonly port: number;
  state(): ServerState;
  /** Resolves when the server is ready for players for the first time; rejects if the start failed. */
  readonly ready: Promise<void>;
  /** Resolves when it is closed; rejects after a failure that it can't recover from. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}
export interface CliApp {
  domain: Domain;
  close(): Promise<void>;
}
export interface InProcessApp extends CliApp {
  bus: Bus;
  floor: LocalFloor;
  http: FastifyInstance;
  /** Null where CONSOLE_PORT is off. */
  console: FastifyInstance | null;
  consolePort: ConsolePort | null;
}
