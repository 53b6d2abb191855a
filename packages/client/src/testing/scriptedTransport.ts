/** A transport of the sockets whose connections are in the hands of a test. Needs fake timers. */
import { vi } from "vitest";
import type { ApiError } from "../errors.ts";
import type { RpcTransport, RpcWebSocket } from "../transport.ts";

/** One connection as the server sees it. */
export class Channel {
  readyState = 0;
  /** Bytes that were sent and wait in the client. */
  bufferedAmount = 0;
  readonly address: string;
  readonly sent: { id: number; method: string; params: unknown }[] = [];
  closedWith: number | undefined | null = null;
  readonly #listeners = new Map<string, (event: never) => void>();
  constructor(address: string) {
    this.address = address;
  }
  addEventListener(type: string, listener: (event: never) => void): void {
    this.#listeners.set(type, listener);
  }
  send(frame: string): void {
    this.sent.push(JSON.parse(frame) as Channel["sent"][number]);
  }
  close(code?: number): void {
    this.closedWith = code;
    this.readyState = 3;
  }
  /** The connection is there. */
  async accept(): Promise<void> {
    this.readyState = 1;
    await this.#emit("open", {});
  }
  async end(code: number): Promise<void> {
    this.readyState = 3;
    await this.#emit("close", { code });
  }
  async deliver(data: unknown): Promise<void> {
    await this.#emit("message", { data: typeof data === "string" ? data : JSON.stringify(data) });
  }
  /** Answers the last request of that method. */
  async answer(method: string, outcome: { result: unknown } | { error: unknown }): Promise<void> {
    const id = this.sent.findLast((request) => request.method === method)?.id;
    await this.deliver({ jsonrpc: "2.0", id, ...outcome });
  }
  async refuse(method: string, code: number): Promise<void> {
    const data = { ErrorMessage: "no", code, Params: {} };
    await this.answer(method, { error: { code: -32000, message: "no", data } });
  }
  async #emit(type: string, event: object): Promise<void> {
    this.#listeners.get(type)?.(event as never);
    await settle();
  }
}
export const settle = () => vi.advanceTimersByTimeAsync(0);

/** A transport whose connections the test holds. */
export function scriptedTransport() {
  const channels: Channel[] = [];
  let comeBack = (): void => undefined;
  let leave = (): void => undefined;
  const script = {
    /** The next tickets are refused with this. */
    refusal: null as ApiError | null,
    visible: true,
    loggedIn: true,
    listening: 0,
    channels,
    latest: () => channels.at(-1) as Channel,
    comeBack: async () => {
      comeBack();
      await settle();
    },
    leave: async () => {
      leave();
      await settle();
    },
  };
  let tickets = 0;
  const transport: RpcTransport = {
    async address(name) {
      if (script.refusal) throw script.refusal;
      tickets += 1;
      return `ws://site.example/ws/${name}?token=ticket-${tickets}`;
    },
    open(address) {
      const channel = new Channel(address);
      channels.push(channel);
      return channel as unknown as RpcWebSocket;
    },
    onReturn(listener) {
      comeBack = listener;
      script.listening += 1;
      return () => {
        script.listening -= 1;
      };
    },
    onLeave(listener) {
      leave = listener;
      return () => {};
    },
    isVisible: () => script.visible,
    hasLogin: () => script.loggedIn,
  };
  return { transport, script };
}
