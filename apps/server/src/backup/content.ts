/** Takes the content of a backup apart while it streams: lines of JSON, and the rows between them. */
import { errorCode } from "../errorCode.ts";
import { BadContent, END_OF_ROWS, Entry, MAX_HEADER_BYTES } from "./format.ts";

const NEW_LINE = 10;
const END = Buffer.from(END_OF_ROWS);
const NONE = Buffer.alloc(0);

export class ContentReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = NONE;
  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  async #next(): Promise<IteratorResult<Buffer, undefined>> {
    try {
      return (await this.#chunks.next()) as IteratorResult<Buffer, undefined>;
    } catch (error) {
      if (!/^ZSTD_|^Z_/.test(errorCode(error))) throw error;
      throw new BadContent("its content can't be decompressed", { cause: error });
    }
  }
  /** @throws BadContent unless everything is read */
  async end(): Promise<void> {
    if (this.#rest.length > 0 || (await this.#next()).done !== true)
      throw new BadContent("something comes after its last entry");
  }

  /** Appends what comes next. @throws at the end of the content */
  async #more(): Promise<void> {
    const { value, done } = await this.#next();
    if (done === true) throw new BadContent("the content of the backup ends too early");
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
  }

  async entry(): Promise<Entry> {
    let end = this.#rest.indexOf(NEW_LINE);
    while (end < 0) {
      if (this.#rest.length > MAX_HEADER_BYTES) throw new BadContent("a line of the backup is too long");
      await this.#more();
      end = this.#rest.indexOf(NEW_LINE);
    }
    const line = this.#rest.toString("utf8", 0, end);
    this.#rest = this.#rest.subarray(end + 1);
    try {
      return Entry.parse(JSON.parse(line));
    } catch (error) {
      throw new BadContent("a line of its content is none of a backup", { cause: error });
    }
  }

  /** The rows after a table's line, up to their end. All of them must be read. */
  async *rows(): AsyncGenerator<Buffer> {
    let isLineStart = true;
    for (;;) {
      const end = this.#endOfRows(isLineStart);
      if (end !== null) {
        if (end > 0) yield this.#rest.subarray(0, end);
        this.#rest = this.#rest.subarray(end + END.length);
        return;
      }
      // The end may be divided between two chunks, with the line break before it.
      const passed = this.#rest.length - END.length;
      if (passed > 0) {
        isLineStart = this.#rest[passed - 1] === NEW_LINE;
        yield this.#rest.subarray(0, passed);
        this.#rest = this.#rest.subarray(passed);
      }
      await this.#more();
    }
  }
  #endOfRows(isLineStart: boolean): number | null {
    let found = this.#rest.indexOf(END);
    while (found >= 0) {
      if (found === 0 ? isLineStart : this.#rest[found - 1] === NEW_LINE) return found;
      found = this.#rest.indexOf(END, found + 1);
    }
    return null;
  }
}
