/** What a start says of the UDP ports of the video. */
import type { Config } from "../config.ts";

interface Ports {
  from: number;
  to: number;
}
const named = (variable: string, { from, to }: Ports) => `${variable} ${from === to ? from : `${from}-${to}`}`;

/** Why no port of video can be opened. @param fault the system's code */
function videoFault(ports: Ports, bindAddress: string | undefined, fault: string | undefined): string {
  switch (fault) {
    case "EACCES":
    case "EPERM":
      return `this user may not listen on ${named("VIDEO_PORTS", ports)}; take ports from 1024 on.`;
    case "EADDRNOTAVAIL":
      return `VIDEO_BIND_ADDRESS ${bindAddress}: this computer has no such address.`;
    default:
      return `${named("VIDEO_PORTS", ports)} is in use by another program, or the media process does not run.`;
  }
}

/** @param open the ports of the media process; null: this process sends no video */
export function pictureWarnings(
  {
    ports,
    proxyPorts,
    bindAddress,
  }: Pick<Config["video"], "ports" | "proxyPorts"> & { bindAddress?: string | undefined },
  open: { video: number | null; proxy: number | null; fault?: string | undefined } | null,
): string[] {
  if (open === null) return [];
  if (open.video === null) return [`There is no picture: ${videoFault(ports, bindAddress, open.fault)}`];
  const said: string[] = [];
  if (open.video !== ports.from)
    said.push(
      `VIDEO_PORTS ${ports.from} is in use by another program: UDP port ${open.video} sends the pictures, and players must reach it.`,
    );
  if (proxyPorts === undefined || proxyPorts.from === 0) return said;
  if (open.proxy === null)
    said.push(
      `Players who reach the TURN server over TCP or TLS have no picture: ${named("VIDEO_PROXY_PORT", proxyPorts)} is in use by another program.`,
    );
  else if (open.proxy !== proxyPorts.from)
    said.push(
      `VIDEO_PROXY_PORT ${proxyPorts.from} is in use by another program: the TURN server must reach UDP port ${open.proxy}.`,
    );
  return said;
}
