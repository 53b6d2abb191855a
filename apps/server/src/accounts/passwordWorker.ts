/** Runs on a thread of its own, at a lower priority: one hash takes about 50 ms of a core (`passwordThreads.ts`). */
import { type Options, hashSync, verifySync } from "@node-rs/argon2";

export interface PasswordTask {
  password: string;
  /** The hash to compare with. A new one is made where it is null. */
  stored: string | null;
  options: Options;
}

/** The new hash, or whether the password is the stored one. */
export default function run({ password, stored, options }: PasswordTask): string | boolean {
  return stored === null ? hashSync(password, options) : verifySync(stored, password);
}
