/**
 * `/ws/game`: one player at one machine. Seats the player, hands requests to the seat and the seat's pushes to the
 * player. A socket that goes away, or that the server closes, leaves the seat held at once; only `leave` gives it back.
 * What the seat has been asked for by then it completes, and the player sees it on coming back.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { IceServer } from "@reelcast/contract";
import type { Bus, Topics } from "../../bus/bus.ts";
import type { Who } from "../../accounts/index.ts";
import type { Floor, SeatConnection } from "../../floor/index.ts";
import { mustBeAllowedToPlay } from "../guard.ts";
import type { Channel, Handlers } from "./rpc.ts";

/** Pushes that came between the seat's answer and its socket, per seat; each is newer than the answer or harmless. */
const EARLY_PUSHES = 16;
const EARLY_SEATS = 256;

export interface GameParts {
  bus: Bus;
  floor: Pick<Floor, "sit">;
  /** Whose a token is. @param asking who brings it */
  verify: (token: string, asking: Who) => Promise<Who>;
  /** Address of the WHEP endpoint of a machine for one connection of a seat, as the app reaches it. */
  videoUrl: (machineId: number, epoch: number) => string;
  iceServers: (playerId: number) => IceServer[];
}

const seatKey = (seat: { sessionId: string; epoch: number }) => `${seat.sessionId} ${seat.epoch}`;
type Push = { kind: "push"; push: Topics["seat.push"] } | { kind: "close"; code: number; reason: string };

export function createGameSocket({ bus, floor, verify, videoUrl, iceServers }: GameParts) {
  const seats = new Map<string, Channel>();
  const early = new Map<string, Push[]>();
  const connections = new Map<Channel, SeatConnection>();

  function deliver(channel: Channel, news: Push): void {
    if (news.kind === "push") channel.notify(news.push.method, news.push.params);
    else channel.close(news.code, news.reason);
  }
  function route(key: string, news: Push): void {
    const channel = seats.get(key);
    if (channel) return deliver(channel, news);
    const waiting = early.get(key) ?? [];
    if (waiting.length >= EARLY_PUSHES) waiting.shift();
    waiting.push(news);
    early.delete(key);
    early.set(key, waiting);
    if (early.size > EARLY_SEATS) {
      const oldest = early.keys().next();
      if (!oldest.done) early.delete(oldest.value);
    }
  }
  const ends = [
    bus.subscribe("seat.push", (push) => route(seatKey(push), { kind: "push", push })),
    bus.subscribe("seat.close", (end) => route(seatKey(end), { kind: "close", code: end.code, reason: end.reason })),
  ];

  const connectionOf = (channel: Channel): SeatConnection => {
    const connection = connections.get(channel);
    if (!connection) throw new AppError(ErrorCode.NotSeated);
    return connection;
  };

  const handlers: Handlers<"game"> = {
    async init({ machineID, token, sessionId, transferId }, channel) {
      // The token of the message must be of the same player as the one that opened the socket.
      const who = await verify(token, channel.who);
      if (who.playerId !== channel.who.playerId) throw new AppError(ErrorCode.NotPermitted);
      mustBeAllowedToPlay(who);
      // Closed while the token was checked: nobody is to be seated.
      if (!channel.open) throw new AppError(ErrorCode.NotSeated);
      const connection = await floor.sit({
        playerId: who.playerId,
        machineId: machineID,
        ip: channel.ip,
        tokenId: who.tokenId,
        sessionId,
        clientTransferId: transferId,
      });
      if (!channel.open) {
        connection.disconnected();
        throw new AppError(ErrorCode.NotSeated);
      }
      const key = seatKey(connection);
      connections.set(channel, connection);
      seats.set(key, channel);
      // The answer goes out first: what is delivered in the next turn follows it.
      setImmediate(() => {
        for (const news of early.get(key) ?? []) deliver(channel, news);
        early.delete(key);
      });
      return {
        ...connection.init,
        video: { url: videoUrl(machineID, connection.epoch), iceServers: iceServers(who.playerId) },
      };
    },
    press: ({ control, seq }, channel) => connectionOf(channel).press(control, seq),
    cashin: ({ transferId, ...request }, channel) =>
      connectionOf(channel).cashIn({ ...request, clientTransferId: transferId }),
    cashout: ({ transferId }, channel) => connectionOf(channel).cashOut({ clientTransferId: transferId }),
    async leave(_, channel) {
      const answer = await connectionOf(channel).leave();
      // The answer first, then the end of the socket.
      setImmediate(() => channel.close(1000, "left"));
      return answer;
    },
  };

  return {
    handlers,
    onClose(channel: Channel) {
      const connection = connections.get(channel);
      if (!connection) return;
      connections.delete(channel);
      const key = seatKey(connection);
      if (seats.get(key) === channel) seats.delete(key);
      connection.disconnected();
    },
    close() {
      for (const end of ends) end();
    },
  };
}
