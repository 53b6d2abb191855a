/** The code of the threads in `passwordThreads.ts`. One hash takes about 50 ms of a core. */
import { type Options, hashSync, verifySync } from "@node-rs/argon2";

export interface PasswordTask {
  password: string;
  /** The hash to compare with; null: make a new one. */
  stored: string | null;
  options: Options;
}

/** Returns the new hash, or whether the password matches the stored one. */
export default function run({ password, stored, options }: PasswordTask): string | boolean {
  return stored === null ? hashSync(password, options) : verifySync(stored, password);
}
