/** Gives a member of staff an authenticator app, as the account screen does: rights about money count only with one. */
import { createHmac } from "node:crypto";
import type { Page } from "@playwright/test";
import { PASSWORD } from "./fixtures.ts";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const STEP_SECONDS = 30;

function bytesOf(base32: string): Buffer {
  const bits = base32
    .split("")
    .map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
/** RFC 6238: SHA-1, six digits. */
export function codeOf(secret: string): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1000 / STEP_SECONDS)));
  const digest = createHmac("sha1", bytesOf(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** A call of the console with the session of the page. */
export function consoleCall(page: Page, path: string, body?: unknown): Promise<{ status: number; answer: unknown }> {
  return page.evaluate(
    async ({ address, sent }) => {
      const answer = await fetch(`/api/v1${address}`, {
        method: sent === undefined ? "GET" : "POST",
        headers: {
          authorization: `Bearer ${sessionStorage.getItem("console.token")}`,
          ...(sent === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
      });
      const text = await answer.text();
      return { status: answer.status, answer: text === "" ? null : (JSON.parse(text) as unknown) };
    },
    { address: path, sent: body },
  );
}

export async function addSecondFactor(page: Page): Promise<void> {
  const begun = await consoleCall(page, "/totp", { password: PASSWORD });
  const { challenge, secret } = begun.answer as { challenge: string; secret: string };
  const confirmed = await consoleCall(page, "/totp/confirm", { challenge, code: codeOf(secret) });
  const { token } = confirmed.answer as { token: string };
  await page.evaluate((next) => sessionStorage.setItem("console.token", next), token);
  await page.reload();
}
