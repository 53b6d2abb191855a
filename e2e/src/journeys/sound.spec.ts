import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";

/** Watches and listens by WHEP, as any page may, and plays both. Answers the server's answer. */
function join(page: Page, url: string, token: string): Promise<string> {
  return page.evaluate(
    async ([endpoint, bearer]) => {
      const peer = new RTCPeerConnection();
      Object.assign(globalThis, { peer });
      for (const kind of ["video", "audio"]) {
        const { receiver } = peer.addTransceiver(kind, { direction: "recvonly" });
        receiver.jitterBufferTarget = 0;
      }
      const element = document.createElement("video");
      Object.assign(element, { autoplay: true, srcObject: new MediaStream() });
      document.body.append(element);
      peer.ontrack = ({ track }) => (element.srcObject as MediaStream).addTrack(track);
      await peer.setLocalDescription(await peer.createOffer());
      const response = await fetch(endpoint ?? "", {
        method: "POST",
        headers: { authorization: `Bearer ${bearer}`, "content-type": "application/sdp" },
        body: peer.localDescription?.sdp ?? "",
      });
      const sdp = await response.text();
      await peer.setRemoteDescription({ type: "answer", sdp });
      return sdp;
    },
    [url, token],
  );
}

interface StreamStats {
  packets: number;
  /** Total audio energy: rises only while there is sound. */
  energy: number;
  frames: number;
}
function streamStats(page: Page): Promise<StreamStats> {
  return page.evaluate(async () => {
    const { peer } = globalThis as unknown as { peer: RTCPeerConnection };
    const seen = { packets: 0, energy: 0, frames: 0 };
    for (const entry of (await peer.getStats()).values() as Iterable<RTCInboundRtpStreamStats>) {
      if (entry.type !== "inbound-rtp") continue;
      if (entry.kind === "video") seen.frames = entry.framesDecoded ?? 0;
      else Object.assign(seen, { packets: entry.packetsReceived, energy: entry.totalAudioEnergy });
    }
    return seen;
  });
}

test("a machine sends sound while its reels turn, and silence while it is idle", async ({ page, house, client }) => {
  const game = await client.game();
  const { video } = await game.init(5);
  await game.cashIn(100_000);
  await page.goto(`${house.url}/login`);
  const answer = await join(page, new URL(video.url, house.url).href, client.token);
  // Streams of their own: the picture does not wait for the sound.
  expect(answer.match(/^a=msid:\S+/gm)).toEqual(["a=msid:picture", "a=msid:sound"]);

  await expect.poll(async () => (await streamStats(page)).packets, { message: "packets of sound" }).toBeGreaterThan(1);
  await expect.poll(async () => (await streamStats(page)).frames, { message: "frames of video" }).toBeGreaterThan(50);
  const rest = await streamStats(page);
  expect(rest.energy).toBeLessThan(1e-6);
  // A few small packets a second say that the line is open.
  expect(rest.packets).toBeLessThan(30);

  // Once more where a busy host has held up the first spin: what is late by far is not played afterwards.
  await expect(async () => {
    for (const control of ["take", "play"]) await game.press(control).catch(() => undefined);
    const energy = async () => (await streamStats(page)).energy;
    await expect.poll(energy, { message: "energy of sound", timeout: 4_000 }).toBeGreaterThan(0.01);
  }).toPass({ timeout: 30_000 });
  await expect.poll(async () => (await streamStats(page)).packets).toBeGreaterThan(rest.packets + 10);
  await expect.poll(async () => (await streamStats(page)).frames).toBeGreaterThan(rest.frames + 5);
  game.close();
});
