/**
 * What the log says of cameras that fail: machine, address and cause, at most once a minute for each camera and cause, with how often
 * it happened meanwhile. Never a secret: of an address, scheme, host, port and path without what may be a key.
 */
import type { Logger } from "pino";

const EVERY_MS = 60_000;
/** Cameras and causes whose last line is remembered. */
const MOST = 1_000;

/** An answer that is no success, or none at all. */
export type CameraFault = { status: number } | { error: unknown };

/** Parts of a path that are no words: keys stand in paths as well. */
const isKey = (part: string) => part.length >= 16 && /\d/.test(part);

/** Without user, password, query and what looks like a key. */
export function shownAddress(text: string): string {
  if (!URL.canParse(text)) return "(no address)";
  const { origin, pathname } = new URL(text);
  const path = pathname.split("/").map((part) => (isKey(part) ? "…" : part));
  return `${origin}${path.join("/")}`;
}

/** The code of the network (ECONNREFUSED) where there is one, which stands in the cause of a failed `fetch`. */
function causeOf(fault: CameraFault): string {
  if ("status" in fault) return `HTTP status ${fault.status}`;
  for (let at: unknown = fault.error; at instanceof Error; at = at.cause) {
    const { code } = at as { code?: unknown };
    if (typeof code === "string" && /^[A-Z_]+$/.test(code)) return code;
    if (!(at.cause instanceof Error))
      return at.name === "TimeoutError" ? "no answer in time" : at.message.replaceAll(/\w+:\/\/\S+/g, "…");
  }
  return "unknown";
}

export class CameraFaults {
  readonly #log: Pick<Logger, "warn">;
  readonly #now: () => number;
  readonly #last = new Map<string, { at: number; kept: number }>();
  constructor(log: Pick<Logger, "warn">, now: () => number = () => performance.now()) {
    this.#log = log;
    this.#now = now;
  }

  /** @param url of the camera, or of a session there */
  report(machineId: number, url: string, fault: CameraFault): void {
    const cause = causeOf(fault);
    const key = `${machineId} ${cause}`;
    const now = this.#now();
    const last = this.#last.get(key);
    if (last && now - last.at < EVERY_MS) {
      last.kept += 1;
      return;
    }
    this.#last.delete(key);
    this.#last.set(key, { at: now, kept: 0 });
    const [oldest] = this.#last.keys();
    if (this.#last.size > MOST && oldest !== undefined) this.#last.delete(oldest);
    const alike = last && last.kept > 0 ? { alikeSince: last.kept } : {};
    this.#log.warn({ machineId, camera: shownAddress(url), cause, ...alike }, "a machine's camera fails");
  }
}
