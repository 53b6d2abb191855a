/**
 * The UDP port of all video. It is bound from start to end of this process, also without viewers: a conflict with
 * another program is detected at the start, and no other program can take it later.
 */
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { isIPv6 } from "node:net";
import datachannel from "node-datachannel";
import { errorCode } from "../../errorCode.ts";

let held: { port: number; listener: InstanceType<typeof datachannel.IceUdpMuxListener> } | null = null;

let isQuiet = false;

/** Opens the first free port, once, and returns it; null: none is free. */
export function openPort(ports: { from: number; to: number }, bindAddress: string | undefined): number | null {
  if (!isQuiet) suppressLibraryOutput();
  isQuiet = true;
  for (let port = ports.from; held === null && port <= ports.to; port += 1) {
    try {
      held = { port, listener: new datachannel.IceUdpMuxListener(port, bindAddress) };
    } catch {
      // Another program has it.
    }
  }
  return held?.port ?? null;
}

/** The system's code for why a UDP port can't be opened, which the library does not say; null: it can be. */
export async function portFault(port: number, bindAddress = "0.0.0.0"): Promise<string | null> {
  const socket = createSocket(isIPv6(bindAddress) ? "udp6" : "udp4");
  try {
    socket.bind({ port, address: bindAddress, exclusive: true });
    await once(socket, "listening");
    return null;
  } catch (error) {
    return errorCode(error) || null;
  } finally {
    socket.close();
  }
}

/**
 * Until its first connection, the ICE library prints a line for each invalid packet, which anyone can send. So a
 * connection is made and closed before the port is opened.
 */
function suppressLibraryOutput(): void {
  const connection = new datachannel.PeerConnection("first", { iceServers: [], disableAutoGathering: true });
  connection.addTrack(new datachannel.Video("0", "SendOnly"));
  connection.setLocalDescription("offer");
  connection.close();
}
