/**
 * `/ws/game`: one player at one machine. Seats the player and passes requests to the seat. If the socket ends, on either
 * side, the seat is held from then on; only `leave` releases it. Requests that the seat has begun are completed, and
 * the player sees the result on return.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { AutoplayOptions, IceServer, SocketParams } from "@reelcast/contract";
import type { Bus } from "../../bus/bus.ts";
import type { PlayerIdentity } from "../../accounts/index.ts";
import type { FloorService, SeatConnection } from "../../floor/index.ts";
import type { Histogram } from "../../metrics/index.ts";
import { mustBeAllowedToPlay } from "../guard.ts";
import { Heartbeat } from "./heartbeat.ts";
import type { Channel, Handlers } from "./rpc.ts";
import { timeOfPress } from "./pressTime.ts";
import { SeatPushes } from "./seatPushes.ts";
import { timePress } from "./timePress.ts";
import { VideoReports } from "./videoReports.ts";
import type { VideoMetrics } from "./videoReports.ts";

/** Without params autoplay ends. */
const hasOptions = (params: AutoplayOptions | Record<string, never>): params is AutoplayOptions => "games" in params;

const pressAt = (seat: SeatConnection, { control, seq, auto, at }: SocketParams<"game", "press">, channel: Channel) =>
  seat.press(control, seq, auto, timeOfPress(at, channel));

export interface GameParts {
  bus: Bus;
  floor: Pick<FloorService, "sit">;
  /** The owner of a token. @param sender the player whose socket sent it */
  verify: (token: string, sender: PlayerIdentity) => Promise<PlayerIdentity>;
  /** Address of the WHEP endpoint of a machine for one connection of a seat, as the app reaches it. */
  videoUrl: (machineId: number, epoch: number) => string;
  iceServers: (playerId: number) => IceServer[];
  metrics?: (VideoMetrics & { pressDuration: Histogram<"outcome"> }) | undefined;
}

export function createGameSocket({ bus, floor, verify, videoUrl, iceServers, metrics }: GameParts) {
  const videoReports = new VideoReports(metrics);
  const pushes = new SeatPushes(bus);
  const connections = new Map<Channel, SeatConnection>();
  const heartbeat = new Heartbeat(connections);
  const connectionOf = (channel: Channel): SeatConnection => {
    const connection = connections.get(channel);
    if (!connection) throw new AppError(ErrorCode.NotSeated);
    return connection;
  };

  const handlers: Handlers<"game"> = {
    async init({ machineID, token, sessionId, transferId }, channel) {
      // The token of the message and the token of the socket must belong to the same player.
      const who = await verify(token, channel.who);
      if (who.playerId !== channel.who.playerId) throw new AppError(ErrorCode.NotPermitted);
      mustBeAllowedToPlay(who);
      // The channel was closed while the token was checked.
      if (!channel.open) throw new AppError(ErrorCode.NotSeated);
      const connection = await floor.sit({
        playerId: who.playerId,
        machineId: machineID,
        ip: channel.ip,
        sessionId,
        clientTransferId: transferId,
      });
      if (!channel.open) {
        connection.disconnected();
        throw new AppError(ErrorCode.NotSeated);
      }
      connections.set(channel, connection);
      pushes.join(connection, channel);
      // The first one at once, after the answer: the client watches for silence from then on.
      setImmediate(() => heartbeat.send(channel));
      return {
        ...connection.init,
        video: { url: videoUrl(machineID, connection.epoch), iceServers: iceServers(who.playerId) },
      };
    },
    press: (press, channel) => timePress(metrics?.pressDuration, () => pressAt(connectionOf(channel), press, channel)),
    stay: (_, channel) => connectionOf(channel).stay(),
    autoplay: (params, channel) => connectionOf(channel).autoplay(hasOptions(params) ? params : null),
    cashin: ({ transferId, ...request }, channel) =>
      connectionOf(channel).cashIn({ ...request, clientTransferId: transferId }),
    cashout: ({ transferId }, channel) => connectionOf(channel).cashOut({ clientTransferId: transferId }),
    async video(report, channel) {
      connectionOf(channel);
      videoReports.add(channel, report);
      return {};
    },
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
      heartbeat.forget(channel);
      pushes.leave(connection, channel);
      connection.disconnected();
    },
    close() {
      heartbeat.stop();
      pushes.close();
    },
  };
}
