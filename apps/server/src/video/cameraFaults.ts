/**
 * What the log says of cameras that fail: machine, address and cause. Never a secret: of an address, scheme, host
 * and port.
 */
import type { Logger } from "pino";

/** An answer that is no success, or none at all. */
export type CameraFault = { status: number } | { error: unknown };

/** Scheme, host and port: users, passwords and keys stand in all the rest, in paths as well. */
export function shownAddress(text: string): string {
  if (!URL.canParse(text)) return "(no address)";
  const { protocol, host } = new URL(text);
  return host === "" ? "(no address)" : `${protocol}//${host}`;
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

/** Says which machine's camera failed, and why. The log limits what repeats. @param url of the camera, or of a session there */
export function logCameraFault(log: Pick<Logger, "warn">, machineId: number, url: string, fault: CameraFault): void {
  log.warn({ machineId, camera: shownAddress(url), cause: causeOf(fault) }, "a machine's camera fails");
}
