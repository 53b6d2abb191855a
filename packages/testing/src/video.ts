/** A WHEP server in the same page: it answers an offer with a drawn picture, over a real peer connection. */

export interface VideoPlace {
  /** Of the scripted server. */
  onRequest: (path: RegExp, answer: (request: Request) => Promise<Response>) => void;
  path: RegExp;
}
/** From now on the video is there. Returns what ends it. @param before awaited before each request is answered */
export function startVideoAt(
  { onRequest, path }: VideoPlace,
  before: (request: Request) => Promise<void> = async () => {},
): () => void {
  const canvas = document.createElement("canvas");
  canvas.width = 320;
  canvas.height = 180;
  const context = canvas.getContext("2d");
  let hue = 0;
  const draw = setInterval(() => {
    hue = (hue + 20) % 360;
    if (!context) return;
    context.fillStyle = `hsl(${hue} 60% 40%)`;
    context.fillRect(0, 0, canvas.width, canvas.height);
  }, 40);
  const connections: RTCPeerConnection[] = [];
  onRequest(path, async (request) => {
    await before(request);
    if (request.method !== "POST") return new Response(null, { status: request.method === "PATCH" ? 405 : 204 });
    const connection = new RTCPeerConnection();
    connections.push(connection);
    for (const track of canvas.captureStream(25).getTracks()) connection.addTrack(track);
    await connection.setRemoteDescription({ type: "offer", sdp: await request.text() });
    await connection.setLocalDescription(await connection.createAnswer());
    if (connection.iceGatheringState !== "complete")
      await new Promise((resolve) => {
        connection.onicegatheringstatechange = () => connection.iceGatheringState === "complete" && resolve(undefined);
      });
    return new Response(connection.localDescription?.sdp ?? "", {
      status: 201,
      headers: { "Content-Type": "application/sdp", Location: `/whep/session/${connections.length}` },
    });
  });
  return () => {
    clearInterval(draw);
    for (const connection of connections) connection.close();
  };
}
