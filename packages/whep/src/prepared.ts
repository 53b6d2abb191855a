/**
 * A peer connection with its offer, made before the endpoint is known: while a finger is still on the link to a stream.
 * It sends nothing. Pass it to a player, or close it.
 */
import type { PreparedConnection, WhepOptions } from "./types.ts";

/** Properties of browsers that are not in the standard types: both request the least delay. */
interface LowLatencyReceiver {
  jitterBufferTarget?: number | null;
  playoutDelayHint?: number | null;
}

function requestLeastDelay(transceiver: RTCRtpTransceiver): void {
  const receiver = transceiver.receiver as LowLatencyReceiver;
  try {
    if ("jitterBufferTarget" in receiver) receiver.jitterBufferTarget = 0;
    if ("playoutDelayHint" in receiver) receiver.playoutDelayHint = 0;
  } catch {
    // Only a hint: the picture comes without it too.
  }
}

interface ConnectionOptions {
  audio?: boolean | undefined;
  iceServers?: RTCIceServer[] | undefined;
  iceTransportPolicy?: RTCIceTransportPolicy | undefined;
}
/** A connection that receives picture and, if wanted, sound. */
export function createConnection(
  PeerConnection: typeof RTCPeerConnection,
  { audio, iceServers, iceTransportPolicy }: ConnectionOptions,
): RTCPeerConnection {
  const connection = new PeerConnection({
    iceServers: iceServers ?? [],
    bundlePolicy: "max-bundle",
    ...(iceTransportPolicy !== undefined && { iceTransportPolicy }),
  });
  requestLeastDelay(connection.addTransceiver("video", { direction: "recvonly" }));
  if (audio !== false) requestLeastDelay(connection.addTransceiver("audio", { direction: "recvonly" }));
  return connection;
}

/** @param options `audio` as the player will have it */
export function prepareConnection(options: Pick<WhepOptions, "audio" | "RTCPeerConnection"> = {}): PreparedConnection {
  const connection = createConnection(options.RTCPeerConnection ?? globalThis.RTCPeerConnection, options);
  const offer = connection.createOffer();
  // Nobody may ever ask for it.
  offer.catch(() => {});
  return { connection, offer, close: () => connection.close() };
}
