/**
 * The UDP port of all video. It is bound from start to end of this process, also without viewers: a conflict with
 * another program is detected at the start, and no other program can take it later.
 */
import datachannel from "node-datachannel";

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
