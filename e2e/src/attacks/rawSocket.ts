/**
 * A WebSocket written by hand, for clients that no library would be: it answers neither pings nor closes, goes on sending
 * after the server has sent a close, and sends frames that are not allowed.
 */
import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import type { Socket } from "node:net";

export const TEXT = 1;
export const CONTINUATION = 0;
export const PING = 9;

/** One masked frame of a client, header and all. */
export function frame(opcode: number, payload: string | Buffer = "", last = true): Buffer {
  const data = Buffer.from(payload);
  const first = (last ? 0x80 : 0) | opcode;
  const head =
    data.length < 126
      ? Buffer.from([first, 0x80 | data.length])
      : Buffer.from([first, 0x80 | 126, data.length >> 8, data.length & 0xff]);
  const mask = randomBytes(4);
  for (let n = 0; n < data.length; n += 1) data[n] = (data[n] ?? 0) ^ (mask[n % 4] ?? 0);
  return Buffer.concat([head, mask, data]);
}
export const request = (id: number, method: string, params: object = {}): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });

export class RawSocket {
  /** Of the handshake: 101 where there is a socket; 0 where the connection ended without an answer. */
  readonly status: Promise<number>;
  readonly texts: string[] = [];
  pongs = 0;
  closeCode: number | null = null;
  #gone = false;
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #upgraded = false;

  /** @param from address of this client: 127.0.0.x are many networks */
  constructor(port: number, path: string, from = "127.0.0.1") {
    this.#socket = connect({ port, host: "127.0.0.1", localAddress: from, allowHalfOpen: true });
    this.#socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\n\r\n`,
    );
    this.#socket.on("error", () => {});
    this.status = new Promise((resolve) => {
      this.#socket.on("data", (chunk: Buffer) => {
        this.#received = Buffer.concat([this.#received, chunk]);
        if (!this.#upgraded) {
          const end = this.#received.indexOf("\r\n\r\n");
          if (end === -1) return;
          resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(this.#received.toString("latin1"))?.[1]));
          this.#upgraded = true;
          this.#received = this.#received.subarray(end + 4);
        }
        this.#readFrames();
      });
      this.#socket.on("close", () => {
        this.#gone = true;
        resolve(0);
      });
    });
  }

  #readFrames(): void {
    for (;;) {
      const [first = 0, second = 0] = this.#received;
      const head = second < 126 ? 2 : 4;
      if (this.#received.length < head) return;
      const length = second < 126 ? second : this.#received.readUInt16BE(2);
      if (this.#received.length < head + length) return;
      const payload = this.#received.subarray(head, head + length);
      this.#received = this.#received.subarray(head + length);
      const opcode = first & 0x0f;
      if (opcode === TEXT) this.texts.push(payload.toString());
      else if (opcode === 8) this.closeCode = payload.readUInt16BE(0);
      else if (opcode === 10) this.pongs += 1;
    }
  }

  /** False where the other side takes no more for now. */
  write(bytes: Buffer): boolean {
    return this.#socket.writable && this.#socket.write(bytes);
  }
  send(text: string): boolean {
    return this.write(frame(TEXT, text));
  }
  /** Sends the same bytes for as long as the other side takes them. Answers how many bytes were sent when time was up. */
  async pour(bytes: Buffer, forMs: number): Promise<number> {
    const until = Date.now() + forMs;
    let sent = 0;
    while (Date.now() < until && this.#socket.writable) {
      if (this.write(bytes)) sent += bytes.length;
      // pause: a full buffer empties, or never does: then there is nothing to be sent
      await new Promise((resolve) => setTimeout(resolve, this.#socket.writableNeedDrain ? 20 : 0));
    }
    return sent;
  }
  /** Whether the server holds the connection no more: it is tried, as a closed half alone does not show that. */
  isGone(): boolean {
    this.write(frame(PING));
    return this.#gone;
  }
  /** The answer to a request, the result or the error; undefined while there is none. */
  answer(id: number): unknown {
    const all = this.texts.flatMap((text) => [JSON.parse(text) as unknown].flat());
    return all.find((message) => (message as { id?: unknown }).id === id);
  }
  destroy(): void {
    this.#socket.destroy();
  }
}
