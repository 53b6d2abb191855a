/**
 * A player without a browser: the calls and the game socket, checked with the contract's schemas. For tests that must be
 * quicker or ruder than a browser.
 */
import { randomUUID } from "node:crypto";
import {
  CALLS,
  HISTORY_CALLS,
  TEMPLATE_CALLS,
  type CallAnswer,
  ErrorAnswer,
  RpcMessage,
  SOCKETS,
  type SessionRow,
  type SocketParams,
  type SocketRequest,
  type SocketResult,
} from "@reelcast/contract";
import { type RawData, WebSocket } from "ws";

/** A refused call or request, with its code of the catalogue. */
export class Refused extends Error {
  override name = "Refused";
  readonly code: number;
  readonly params: ErrorAnswer["Params"];
  constructor(answer: ErrorAnswer) {
    super(`${answer.code}: ${answer.ErrorMessage}`);
    this.code = answer.code;
    this.params = answer.Params;
  }
}
/** No answer came: what was asked for may or may not have happened. */
export class Unanswered extends Error {
  override name = "Unanswered";
}

/** Longer than any call takes; only a server that hangs is slower. */
const ANSWER_WITHIN_MS = 15_000;

export class PlayerClient {
  readonly url: string;
  readonly token: string;
  readonly playerId: number;
  private constructor(url: string, token: string, playerId: number) {
    this.url = url;
    this.token = token;
    this.playerId = playerId;
  }

  static async login(url: string, username: string, password = "play1234"): Promise<PlayerClient> {
    const response = await fetch(`${url}/api/v1/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username, password, site_id: 2008 }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const body: unknown = await response.json();
    if (!response.ok) throw new Refused(ErrorAnswer.parse(body));
    const answer = CALLS.login.answer.parse(body);
    return new PlayerClient(url, answer.token, answer.user.id);
  }

  /** With a login that is there already. */
  static of(url: string, { token, id }: { token: string; id: number }): PlayerClient {
    return new PlayerClient(url, token, id);
  }

  /** The same login at another process. */
  at(url: string): PlayerClient {
    return new PlayerClient(url, this.token, this.playerId);
  }

  async #call(method: string, path: string, body?: unknown, base = "/api/v1"): Promise<unknown> {
    const response = await fetch(`${this.url}${base}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const answer: unknown = response.status === 204 ? undefined : await response.json();
    if (!response.ok) throw new Refused(ErrorAnswer.parse(answer));
    return answer;
  }

  async balance(): Promise<number> {
    return CALLS.balance.answer.parse(await this.#call("GET", "/player/balance")).balance;
  }

  async machines(): Promise<CallAnswer<"machines">> {
    return CALLS.machines.answer.parse(await this.#call("GET", "/machine/all"));
  }

  /** @param machines as the contract describes it: "3,8:1795351234567" */
  async stills(machines: string): Promise<CallAnswer<"stills">> {
    return CALLS.stills.answer.parse(await this.#call("GET", `/machine/stills?machines=${machines}`));
  }

  async sessions(): Promise<{ items: SessionRow[] }> {
    return HISTORY_CALLS.sessions.answer.parse(await this.#call("GET", "/player/sessions"));
  }

  async jackpots(): Promise<CallAnswer<"jackpots">> {
    return CALLS.jackpots.answer.parse(await this.#call("GET", "/jackpots"));
  }

  async claimBonus(): Promise<CallAnswer<"bonus">> {
    return CALLS.bonus.answer.parse(await this.#call("POST", "/player/bonus", {}));
  }

  async cancel(machineId: number): Promise<CallAnswer<"cancel">> {
    return CALLS.cancel.answer.parse(await this.#call("POST", "/player/cancel", { machineId }));
  }

  async kick(machineId: number): Promise<void> {
    await this.#call("POST", "/player/kick", { machineId });
  }

  /** A file, such as `transactions.csv`. */
  async download(name: string): Promise<string> {
    const response = await fetch(`${this.url}/api/v1/player/${name}`, {
      headers: { authorization: `Bearer ${this.token}` },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    if (!response.ok) throw new Refused(ErrorAnswer.parse(await response.json()));
    return response.text();
  }

  /** To the support desk of the house. */
  async writeToDesk(text: string): Promise<void> {
    const [desk] = TEMPLATE_CALLS.chatContacts.answer.parse(
      await this.#call("GET", "/chat/contacts", undefined, "/api"),
    );
    const contactId = desk?.id ?? "";
    const { chat } = TEMPLATE_CALLS.chat.answer.parse(
      await this.#call("GET", `/chat/get-chat?contactId=${contactId}`, undefined, "/api"),
    );
    const message = { chatId: chat?.id ?? "", messageText: text, contactId, clientId: randomUUID() };
    await this.#call("POST", "/chat/send-message", message, "/api");
  }

  /** Opens the game socket without sitting down yet. @param by a ticket where SOCKET_TICKETS requires one, as the app does */
  async game(by: "token" | "ticket" = "token"): Promise<GameClient> {
    const token =
      by === "token" ? this.token : CALLS.ticket.answer.parse(await this.#call("POST", "/player/ticket")).token;
    const socket = new WebSocket(`${this.url.replace("http", "ws")}/ws/game?token=${encodeURIComponent(token)}`, {
      origin: this.url,
      handshakeTimeout: ANSWER_WITHIN_MS,
    });
    await new Promise<void>((resolve, reject) => {
      socket.once("open", resolve);
      socket.once("error", () => reject(new Unanswered("the socket did not open")));
      socket.once("close", () => reject(new Unanswered("the socket closed before it opened")));
    });
    return new GameClient(socket, this.token);
  }
}

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

export interface Notification {
  method: string;
  params: Record<string, unknown>;
}

export class GameClient {
  readonly notifications: Notification[] = [];
  readonly #socket: WebSocket;
  readonly #token: string;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Set<(notification: Notification) => void>();
  #nextId = 1;
  closeCode: number | null = null;

  constructor(socket: WebSocket, token: string) {
    this.#socket = socket;
    this.#token = token;
    socket.on("message", (data: RawData) =>
      this.#receive(Array.isArray(data) ? Buffer.concat(data).toString() : Buffer.from(data as Buffer).toString()),
    );
    socket.on("error", () => undefined);
    socket.on("close", (code) => {
      this.closeCode = code;
      for (const { reject } of this.#waiting.values()) reject(new Unanswered(`the socket closed with ${code}`));
      this.#waiting.clear();
      for (const listener of this.#listeners) listener({ method: "closed", params: { code } });
    });
  }

  #receive(frame: string): void {
    const parsed: unknown = JSON.parse(frame);
    for (const item of Array.isArray(parsed) ? parsed : [parsed]) {
      const message = RpcMessage.parse(item);
      if ("method" in message) {
        this.notifications.push(message);
        for (const listener of this.#listeners) listener(message);
        continue;
      }
      const waiting = typeof message.id === "number" ? this.#waiting.get(message.id) : undefined;
      if (!waiting || typeof message.id !== "number") continue;
      this.#waiting.delete(message.id);
      if ("result" in message) waiting.resolve(message.result);
      else
        waiting.reject(
          new Refused(
            message.error.data ?? { code: message.error.code, ErrorMessage: message.error.message, Params: {} },
          ),
        );
    }
  }

  /** Sends a request and waits for its answer. @throws Refused, Unanswered */
  async request<M extends SocketRequest<"game">>(
    method: M,
    params: SocketParams<"game", M>,
  ): Promise<SocketResult<"game", M>> {
    const id = this.#nextId++;
    const answer = await new Promise<unknown>((resolve, reject) => {
      if (this.#socket.readyState !== WebSocket.OPEN) return reject(new Unanswered("the socket is not open"));
      this.#waiting.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    });
    return SOCKETS.game.requests[method].result.parse(answer) as SocketResult<"game", M>;
  }

  init(machineId: number): Promise<SocketResult<"game", "init">> {
    return this.request("init", { machineID: machineId, token: this.#token });
  }
  cashIn(amount: number, transferId: string = randomUUID()): Promise<SocketResult<"game", "cashin">> {
    return this.request("cashin", { amount, transferId });
  }
  cashOut(transferId: string = randomUUID()): Promise<SocketResult<"game", "cashout">> {
    return this.request("cashout", { transferId });
  }
  press(control: string): Promise<SocketResult<"game", "press">> {
    return this.request("press", { control });
  }

  /** Waits for a notification that `matches`, those that came already included. */
  async until(matches: (notification: Notification) => boolean, withinMs = 20_000): Promise<Notification> {
    const known = this.notifications.find(matches);
    if (known) return known;
    return await new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#listeners.delete(listener);
        reject(new Error("the notification did not come"));
      }, withinMs);
      const listener = (notification: Notification) => {
        if (!matches(notification)) return;
        clearTimeout(timer);
        this.#listeners.delete(listener);
        resolve(notification);
      };
      this.#listeners.add(listener);
    });
  }

  onNotification(listener: (method: string, params: Record<string, unknown>) => void): void {
    this.#listeners.add(({ method, params }) => listener(method, params));
  }
  close(): void {
    this.#socket.close();
  }
  /** Drops the connection without a goodbye. */
  terminate(): void {
    this.#socket.terminate();
  }
}
