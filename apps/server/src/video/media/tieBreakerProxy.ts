/**
 * A proxy for viewers whose browser uses its TURN server over TCP or TLS. Chromium sends its connectivity checks from
 * there with a tie-breaker of 0. RFC 8445 allows it, but libjuice (its issue 355) treats it as missing and answers 400,
 * and the browser drops the pair. This proxy has its own UDP port, replaces the tie-breaker of such checks, and
 * forwards everything else unchanged. It requires the viewer's ICE password, and does not answer other checks, so that
 * other viewers don't use it.
 */
import { randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import type { Socket } from "node:dgram";
import { once } from "node:events";
import { isIPv4 } from "node:net";
import { isSigned, readCheck, withMappedAddress, withTieBreaker } from "./stun.ts";

/** A browser has one relayed address for each address of a TURN server. */
const MAX_FLOWS_PER_VIEWER = 4;

/** A viewer's peer connection: its own ICE credentials, and the UDP port that it listens on. */
export interface ProxiedSession {
  ufrag: string;
  password: string;
  port: number;
}
interface Flow {
  session: ProxiedSession;
  upstream: Socket;
  tieBreaker: bigint;
}

export interface TieBreakerProxy {
  readonly port: number;
  admit(session: ProxiedSession): void;
  /** Ends its flows. */
  dismiss(ufrag: string): void;
  close(): void;
}

/**
 * @param bindAddress of the peer connections too; without it, all addresses of IPv4.
 * @throws if the port is taken
 */
export async function openTieBreakerProxy(port: number, bindAddress?: string): Promise<TieBreakerProxy | null> {
  // A TURN server relays from an IPv4 address unless another family is requested (RFC 8656 §7.1), which browsers don't
  // do.
  if (bindAddress !== undefined && !isIPv4(bindAddress)) return null;
  const target = bindAddress ?? "127.0.0.1";
  const sessions = new Map<string, ProxiedSession>();
  const flows = new Map<string, Flow>();
  const front = createSocket("udp4");
  // A packet that can't be sent is lost, as on any network.
  const drop = () => {};

  function open(session: ProxiedSession, address: string, from: number): Flow | null {
    const own = [...flows.values()].filter((flow) => flow.session === session);
    if (own.length >= MAX_FLOWS_PER_VIEWER) return null;
    const upstream = createSocket("udp4");
    upstream.on("error", drop);
    upstream.on("message", (packet) =>
      front.send(withMappedAddress(packet, address, from, session.password), from, address, drop),
    );
    return { session, upstream, tieBreaker: randomBytes(8).readBigUInt64BE() | 1n };
  }

  front.on("message", (packet, { address, port: from }) => {
    const name = `${address}:${from}`;
    const check = readCheck(packet);
    const known = flows.get(name);
    if (check?.tieBreaker !== 0n) {
      known?.upstream.send(packet, known.session.port, target, drop);
      return;
    }
    const session = sessions.get(check.ufrag);
    if (!session || !isSigned(packet, session.password)) return;
    const flow = known?.session === session ? known : open(session, address, from);
    if (!flow) return;
    if (known && known !== flow) known.upstream.close();
    flows.set(name, flow);
    flow.upstream.send(withTieBreaker(packet, flow.tieBreaker, session.password), session.port, target, drop);
  });
  front.bind(port, bindAddress ?? "0.0.0.0");
  await once(front, "listening");
  front.on("error", drop);

  function dismiss(ufrag: string): void {
    sessions.delete(ufrag);
    for (const [name, flow] of flows) {
      if (flow.session.ufrag !== ufrag) continue;
      flows.delete(name);
      flow.upstream.close();
    }
  }
  return {
    port: front.address().port,
    admit: (session) => void sessions.set(session.ufrag, session),
    dismiss,
    close() {
      for (const ufrag of sessions.keys()) dismiss(ufrag);
      front.close();
    },
  };
}
