/**
 * The media process: pictures of machines and their viewers. A crash of native code here ends no session: the server
 * restarts this process, and the viewers reconnect automatically.
 */
import process, { memoryUsage } from "node:process";
import { ErrorCode } from "@reelcast/contract";
import { ignoreClosedOutput } from "../../output.ts";
import { readToMedia } from "../messages.ts";
import type { FromMedia, MediaOptions, MediaPorts, ToMedia } from "../messages.ts";
import { readOffer } from "../sdp.ts";
import { Pictures } from "./pictures.ts";
import { StillQueue } from "./stillQueue.ts";
import { openPort, portFault } from "./udpPort.ts";
import { openTieBreakerProxy } from "./tieBreakerProxy.ts";
import type { TieBreakerProxy } from "./tieBreakerProxy.ts";
import { OfferError, Viewer } from "./viewer.ts";

ignoreClosedOutput();

const viewers = new Map<string, Viewer>();
const stills = new StillQueue();
let options: MediaOptions | null = null;
let pictures: Pictures | null = null;
let proxy: TieBreakerProxy | null = null;

/** Errors are ignored: if the server is gone, this process exits at the "disconnect" event. */
const send = (message: FromMedia) => void process.send?.(message, undefined, {}, () => {});
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function end(viewerId: string): void {
  const viewer = viewers.get(viewerId);
  if (!viewer) return;
  viewers.delete(viewerId);
  pictures?.remove(viewer);
  send({ type: "ended", viewerId });
}

/** Other pictures continue. These viewers reconnect and get a new screen and encoder. */
function endFailed(machineId: number, watching: readonly Viewer[], error: Error): void {
  console.error(`the picture of machine ${machineId} failed: ${reasonOf(error)}`);
  for (const viewer of watching) viewer.close();
}

async function create(message: Extract<ToMedia, { type: "create" }>): Promise<void> {
  const { viewerId, offer, isLocal = false } = message;
  if (!options || !pictures) return;
  const shown = pictures;
  const parsed = readOffer(offer);
  if (parsed === "notOffer" || parsed === "noCodec") {
    return send({
      type: "refused",
      viewerId,
      code: parsed === "noCodec" ? ErrorCode.NoCommonVideoFormat : ErrorCode.InvalidRequest,
      detail: parsed,
    });
  }
  const { ports, bindAddress, publicAddresses = [] } = options;
  const port = openPort(ports, bindAddress);
  if (port === null) {
    const detail = `no UDP port of ${ports.from}-${ports.to} can be opened: set VIDEO_PORTS`;
    return send({ type: "refused", viewerId, code: ErrorCode.VideoStartFailed, detail });
  }
  try {
    const viewer: Viewer = new Viewer(viewerId, parsed, port, options, {
      onOpen: () => shown.wantKeyFrame(viewer),
      onKeyFrameWanted: () => shown.wantKeyFrame(viewer),
      onEnd: () => end(viewerId),
    });
    viewers.set(viewerId, viewer);
    shown.add(viewer, message);
    send({
      type: "created",
      viewerId,
      answer: await viewer.answer(offer, parsed, { offered: { publicAddresses, isLocal }, proxy }),
    });
  } catch (error) {
    send({
      type: "refused",
      viewerId,
      code: error instanceof OfferError ? ErrorCode.InvalidRequest : ErrorCode.VideoStartFailed,
      detail: reasonOf(error),
    });
    viewers.get(viewerId)?.close();
  }
}

/** Opens what is wanted and not open yet. What is in use by another program now may be free the next time. */
async function openPorts(given: MediaOptions): Promise<MediaPorts> {
  if (given.proxyPorts && proxy === null) proxy = await openProxy(given.proxyPorts, given.bindAddress);
  const video = openPort(given.ports, given.bindAddress);
  const fault = video === null ? await portFault(given.ports.from, given.bindAddress) : null;
  return { video, proxy: proxy?.port ?? null, ...(fault !== null && { fault }) };
}
/** At the first free port; null: none is. Viewers that don't need the proxy get their picture without it, too. */
async function openProxy(ports: { from: number; to: number }, bindAddress?: string): Promise<TieBreakerProxy | null> {
  for (let port = ports.from; port <= ports.to; port += 1) {
    const opened = await openTieBreakerProxy(port, bindAddress).catch(() => null);
    if (opened) return opened;
  }
  return null;
}

async function start(given: MediaOptions): Promise<void> {
  options = given;
  pictures = new Pictures(given, endFailed);
  send({ type: "ready", ports: await openPorts(given) });
}

async function pong(): Promise<void> {
  send({
    type: "pong",
    frames: pictures?.frames ?? 0,
    machines: pictures?.machines ?? 0,
    residentMb: Math.round(memoryUsage.rss() / 2 ** 20),
    ports: options ? await openPorts(options) : { video: null, proxy: null },
  });
}

process.on("message", (raw) => {
  const message = readToMedia(raw);
  switch (message.type) {
    case "start":
      void start(message.options);
      break;
    case "create":
      void create(message);
      break;
    case "remove":
      viewers.get(message.viewerId)?.close();
      break;
    case "display":
      pictures?.show(message.machineId, message.display);
      break;
    case "still":
      void stills.draw(message.view).then((image) => send({ type: "still", stillId: message.stillId, image }));
      break;
    case "ping":
      void pong();
      break;
  }
});
// The server is gone.
process.on("disconnect", () => process.exit(0));
// A service manager may signal every process of the service, but the server decides when this one ends.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"]) process.on(signal, () => {});
