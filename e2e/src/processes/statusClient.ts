/** A notification socket without a browser: what it names, and the statuses of machines that it is sent. */
import { NOTIFICATION_SOCKET, RpcMessage } from "@reelcast/contract";
import type { ShowRequest, ShownMachines, SocketResult } from "@reelcast/contract";
import { type RawData, WebSocket } from "ws";
import type { PlayerClient } from "../client.ts";

const { init, show } = NOTIFICATION_SOCKET.requests;
const { machine } = NOTIFICATION_SOCKET.notifications;
type Status = SocketResult<"notifications", "show">["statuses"][number];

export class StatusClient {
  /** As they came. */
  readonly pushed: Status[] = [];
  readonly #socket: WebSocket;
  readonly #answers = new Map<unknown, (answer: unknown) => void>();
  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("error", () => undefined);
    socket.on("message", (data: RawData) => this.#receive(Buffer.from(data as Buffer).toString()));
  }

  static async open(player: PlayerClient): Promise<StatusClient> {
    const address = `${player.url.replace("http", "ws")}/ws/notifications?token=${encodeURIComponent(player.token)}`;
    const socket = new WebSocket(address, { origin: player.url });
    await new Promise<void>((resolve, reject) => {
      socket.once("open", resolve);
      socket.once("error", reject);
    });
    return new StatusClient(socket);
  }

  #receive(frame: string): void {
    for (const item of [JSON.parse(frame) as unknown].flat()) {
      const message = RpcMessage.parse(item);
      if (!("method" in message)) this.#answers.get(message.id)?.("result" in message ? message.result : message.error);
      else if (message.method === "machine") this.pushed.push(machine.parse(message.params));
    }
  }
  async #request(method: string, params: object): Promise<unknown> {
    const id = this.#answers.size + 1;
    return await new Promise((resolve) => {
      this.#answers.set(id, resolve);
      this.#socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    });
  }
  /** The answer has the statuses of what is shown. */
  async init(playerId: number, shown: ShownMachines): Promise<readonly Status[]> {
    return init.result.parse(await this.#request("init", { id: playerId, shown })).statuses ?? [];
  }
  async show(shown: ShowRequest): Promise<readonly Status[]> {
    return show.result.parse(await this.#request("show", shown)).statuses;
  }
  close(): void {
    this.#socket.close();
  }
}
