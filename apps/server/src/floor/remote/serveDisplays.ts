/**
 * Sends the display states of this process's machines to media nodes that want them. Without authority it sends nothing:
 * another process may have the machines, and its states are the true ones.
 */
import type { VideoSource } from "@reelcast/machine";
import type { Bus } from "../../bus/bus.ts";
import type { MachineHost } from "../machineHost.ts";
import type { FloorNode } from "../nodes.ts";
import type { FloorOptions } from "../options.ts";
import { DISPLAY, DISPLAYS } from "./displays.ts";
import { showTime } from "./senderClock.ts";

/** A media node asks again every two seconds; without a question nobody watches any more. */
const WANTED_MS = 5_000;

class DisplaySender {
  readonly #bus: Bus;
  readonly #host: MachineHost;
  readonly #node: Pick<FloorNode, "hasAuthority">;
  readonly #endServing: () => void;
  #unsubscribe: (() => void) | null = null;
  #timer: NodeJS.Timeout | undefined;
  #hasStopped = false;
  constructor(bus: Bus, host: MachineHost, node: Pick<FloorNode, "hasAuthority">) {
    this.#bus = bus;
    this.#host = host;
    this.#node = node;
    this.#endServing = bus.serve(DISPLAY, host.row.id, {
      want: async () => (node.hasAuthority() && !this.#hasStopped ? this.#want() : undefined),
    });
  }
  #want() {
    const { source } = this.#host;
    if (source.kind === "whep") return { kind: source.kind, url: source.url };
    this.#forward(source);
    return { kind: source.kind, display: source.display(), at: showTime() };
  }
  #forward(source: VideoSource & { kind: "drawn" }): void {
    this.#unsubscribe ??= source.subscribe((display) => {
      if (this.#node.hasAuthority()) this.#bus.send(DISPLAYS, this.#host.row.id, { display, at: showTime() });
    });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#pause(), WANTED_MS).unref();
  }
  #pause(): void {
    clearTimeout(this.#timer);
    this.#unsubscribe?.();
    this.#unsubscribe = null;
  }
  stop(): void {
    this.#hasStopped = true;
    this.#endServing();
    this.#pause();
  }
}

/** For the options of the floor. */
export function serveDisplays(bus: Bus, node: Pick<FloorNode, "hasAuthority">): NonNullable<FloorOptions["onHost"]> {
  const senders = new Map<MachineHost, DisplaySender>();
  return (change, host) => {
    senders.get(host)?.stop();
    if (change === "open") senders.set(host, new DisplaySender(bus, host, node));
    else senders.delete(host);
  };
}
