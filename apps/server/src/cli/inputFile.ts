/** Files that a command is given. */
import { readFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { InputError } from "../input.ts";

/** @throws InputError if it can't be read; root's command on another user's house reads as that user */
export async function readInputFile(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
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
