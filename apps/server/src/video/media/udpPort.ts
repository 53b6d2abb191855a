/**
 * The one UDP port of all viewers' video. It is held from the start of this process until its end, also while nobody
 * watches: a port that is taken by another program is found out at once, and none can take it in between.
 */
import datachannel from "node-datachannel";

let held: { port: number; listener: InstanceType<typeof datachannel.IceUdpMuxListener> } | null = null;

/** The port, opened if it was not: the first one that is free. null: none is. */
export function openPort(ports: { from: number; to: number }, bindAddress: string | undefined): number | null {
  if (held === null) suppressLibraryOutput();
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
 * Until its first connection, the library's ICE part prints a line for each packet that it can't read, and anybody can
 * send such packets. That connection is made, and closed, before the port is opened.
 */
function suppressLibraryOutput(): void {
  const connection = new datachannel.PeerConnection("first", { iceServers: [], disableAutoGathering: true });
  connection.addTrack(new datachannel.Video("0", "SendOnly"));
  connection.setLocalDescription("offer");
  connection.close();
}
