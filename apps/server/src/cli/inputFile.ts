/** Files that a command is given. */
import { readFile, stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { InputError } from "../input.ts";

/** @throws InputError if it can't be read; root's command on another user's house reads as that user */
export const readInputFile = async (file: string): Promise<string> => (await readBytes(file)).toString("utf8");

/** The same for a file of any content. @throws InputError if it has more than `max` bytes, too */
export const readInputBytes = (file: string, max: number): Promise<Buffer> => readBytes(file, max);

async function readBytes(file: string, max?: number): Promise<Buffer> {
  try {
    // Its size first: what is too large is not read.
    if (max !== undefined && (await stat(file)).size > max)
      throw new InputError(`${file} is larger than ${max} bytes.`);
    return await readFile(file);
  } catch (error) {
    if (error instanceof InputError) throw error;
    const closed = error instanceof Error && "code" in error && error.code === "EACCES";
    throw new InputError(closed ? `${file} can't be read by ${userName()}.` : `${file} can't be read.`, {
      cause: error,
    });
  }
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // An account without a name.
    return `user ${process.getuid?.()}`;
  }
}
