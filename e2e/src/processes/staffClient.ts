/** A member of the staff without a browser: calls of the console, and its socket. */
import { setTimeout as pause } from "node:timers/promises";
import { ErrorAnswer, RpcMessage } from "@reelcast/contract";
import type { AnswerOf } from "@reelcast/contract";
import { CONSOLE_CALLS, CONSOLE_SOCKET } from "@reelcast/contract/console";
import type { ConsoleCallName, ConsoleTopic } from "@reelcast/contract/console";
import { type RawData, WebSocket } from "ws";
import { Refused } from "../client.ts";
import { codeOf } from "../totp.ts";

type Calls = typeof CONSOLE_CALLS;
type Answer<N extends ConsoleCallName> = AnswerOf<Calls[N]>;
interface Given {
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: unknown;
}
/** Longer than any call takes. */
const ANSWER_WITHIN_MS = 20_000;

async function send<N extends ConsoleCallName>(
  url: string,
  token: string | null,
  name: N,
  { params = {}, query = {}, body }: Given,
): Promise<Answer<N>> {
  const call = CONSOLE_CALLS[name];
  const path = call.path.replaceAll(/:(\w+)/g, (_, key: string) => String(params[key]));
  const words = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  const response = await fetch(`${url}/api/v1${path}?${words.toString()}`, {
    method: call.method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(call.method === "GET" ? {} : { "content-type": "application/json" }),
    },
    ...(call.method === "GET" ? {} : { body: JSON.stringify(body ?? {}) }),
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  const text = await response.text();
  const answer: unknown = text === "" ? undefined : JSON.parse(text);
  if (!response.ok) throw new Refused(ErrorAnswer.parse(answer));
  return ("answer" in call ? call.answer.parse(answer) : undefined) as Answer<N>;
}

/** What came over a socket. */
export class StaffSocket {
  readonly changes: { topic: string; change: Record<string, unknown> }[] = [];
  /** Code of its close; null: it is open. */
  closed: number | null = null;
  readonly #socket: WebSocket;
  readonly #topics: readonly ConsoleTopic[];
  following = false;
  constructor(socket: WebSocket, topics: readonly ConsoleTopic[]) {
    this.#socket = socket;
    this.#topics = topics;
    socket.on("error", () => undefined);
    socket.on("close", (code) => (this.closed = code));
    socket.on("message", (data: RawData) => this.#receive(Buffer.from(data as Buffer).toString()));
    socket.on("open", () => this.#send({ id: 1, method: "init", params: { topics: this.#topics } }));
  }
  #send(message: object): void {
    this.#socket.send(JSON.stringify({ jsonrpc: "2.0", ...message }));
  }
  #receive(frame: string): void {
    for (const item of [JSON.parse(frame) as unknown].flat()) {
      const message = RpcMessage.parse(item);
      if (!("method" in message)) this.following ||= "result" in message;
      else if (message.method === "heartbeat") this.#send({ method: "heartbeat", params: {} });
      else {
        const topic = message.method as ConsoleTopic;
        const change = CONSOLE_SOCKET.notifications[topic].parse(message.params);
        this.changes.push({ topic, change });
      }
    }
  }
  close(): void {
    this.#socket.close();
  }
}

export class StaffClient {
  readonly url: string;
  token: string;
  private constructor(url: string, token: string) {
    this.url = url;
    this.token = token;
  }
  /** By a one-time link. @param name only of the first manager */
  static async byLink(url: string, link: string, password: string, name?: string): Promise<StaffClient> {
    const token = link.slice(link.indexOf("#") + 1);
    const body = { token, password, ...(name === undefined ? {} : { name }) };
    return new StaffClient(url, (await send(url, null, "openLink", { body })).token);
  }
  /** @param code of a member with a second factor: the app's, or a recovery code */
  static async signIn(url: string, name: string, password: string, code = ""): Promise<StaffClient> {
    const answer = await send(url, null, "signIn", { body: { name, password } });
    if (answer.step === "done") return new StaffClient(url, answer.token);
    const body = { token: answer.token, code };
    return new StaffClient(url, (await send(url, null, "secondFactor", { body })).token);
  }
  /** The same session at another edge. */
  at(url: string): StaffClient {
    return new StaffClient(url, this.token);
  }
  call<N extends ConsoleCallName>(name: N, given: Given = {}): Promise<Answer<N>> {
    return send(this.url, this.token, name, given);
  }
  /** A file of the console, such as `audit/export`. */
  async download(path: string): Promise<string> {
    const response = await fetch(`${this.url}/api/v1/${path}`, {
      headers: { authorization: `Bearer ${this.token}` },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const text = await response.text();
    if (!response.ok) throw new Refused(ErrorAnswer.parse(JSON.parse(text)));
    return text;
  }
  /** An authenticator app. @param elsewhere address of the console at which it is confirmed */
  async addSecondFactor(password: string, elsewhere: string): Promise<void> {
    const { challenge, secret } = await this.call("beginTotp", { body: { password } });
    const { token } = await this.at(elsewhere).call("confirmTotp", { body: { challenge, code: codeOf(secret) } });
    this.token = token;
  }
  async follow(topics: readonly ConsoleTopic[]): Promise<StaffSocket> {
    const { ticket } = await this.call("socketTicket");
    const address = `${this.url.replace("http", "ws")}/ws/console?ticket=${ticket}`;
    const socket = new StaffSocket(new WebSocket(address, { origin: this.url }), topics);
    while (!socket.following && socket.closed === null) await pause(10);
    if (socket.closed !== null) throw new Error(`the socket was closed with ${socket.closed}`);
    return socket;
  }
}
