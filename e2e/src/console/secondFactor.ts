/** Gives a member of staff an authenticator app, as the account screen does: rights about money count only with one. */
import type { Page } from "@playwright/test";
import { codeOf } from "../totp.ts";
import { PASSWORD } from "./fixtures.ts";

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
  const shown = page.url();
  // The app must not run meanwhile: an answer to the former token would make it forget the next one.
  const empty = new URL("/empty", shown).href;
  await page.route(empty, (route) => route.fulfill({ contentType: "text/html", body: "" }));
  await page.goto(empty);
  const begun = await consoleCall(page, "/totp", { password: PASSWORD });
  const { challenge, secret } = begun.answer as { challenge: string; secret: string };
  const confirmed = await consoleCall(page, "/totp/confirm", { challenge, code: codeOf(secret) });
  const { token } = confirmed.answer as { token: string };
  await page.evaluate((next) => sessionStorage.setItem("console.token", next), token);
  await page.unroute(empty);
  await page.goto(shown);
}
