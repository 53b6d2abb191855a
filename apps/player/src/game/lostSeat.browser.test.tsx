/** A player loses the seat: one toast says so, whichever socket brings the news first, and whatever the game said before. */
import { ErrorCode, InfoCode } from "@reelcast/contract";
import { beforeEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { expectPath } from "@reelcast/testing/find";
import { refuse } from "../testing/scriptedServer.ts";
import { closeSockets, isConnected, onSocketRequest, push } from "../testing/scriptedSockets.ts";
import { info, main, meters, said, sitDown, turnReels } from "./testing/play.ts";

const toasts = () =>
  [...document.querySelectorAll("[role=region] :is([role=dialog], [role=alertdialog])")].map(
    ({ textContent }) => textContent,
  );
const SEAT = { session: "session-1", id: 1, name: "Lantern Street" };

beforeEach(turnReels);

/** By the other socket. */
const pushEnd = (reason: string) => push("notifications", "session", { ...SEAT, status: "ended", reason, amount: 0 });
const close = (reason: string) => info("CLOSE_SESSION", InfoCode.SessionClosing, { reason });
/** How the seat is lost, and what the toast in the lobby says. */
const ENDS = [
  ["after too long without a press", () => close("idle"), "idle", /Uzun süre oynamadığınız için/],
  ["by an operator", () => info("QUIT_REQUEST", ErrorCode.RemovedFromMachine), "kick", /Oyundan çıkarıldınız/],
  [
    "to a machine that goes out of order",
    () => {
      info("OUT_OF_ORDER", ErrorCode.MachineOutOfOrder);
      close("outOfOrder");
    },
    "outOfOrder",
    /Makine arızalandığı için/,
  ],
  [
    "by a limit",
    () => {
      info("LIMIT_REACHED", ErrorCode.LossLimitReached);
      close("limit");
    },
    "limit",
    /Kayıp limitinize ulaştınız/,
  ],
] as const;

it("a limit that ends no seat stays said when the player leaves with credit", async () => {
  onSocketRequest("game", "leave", { amount: 4_700 });
  await sitDown();
  meters({ credit: 4_700, phase: "idle" });
  info("LIMIT_REACHED", ErrorCode.LossLimitReached);
  await said(/Kayıp limitinize ulaştınız/);
  await page.getByRole("button", { name: "Çıkış", exact: true }).click();
  await page.getByRole("button", { name: "Çıkış ve parayı al" }).click();
  await expectPath(/^\/lobby/);
  await expect
    .poll(() =>
      [/₺47/, /Kayıp limitinize ulaştınız/].map((words) => toasts().filter((toast) => words.test(toast)).length),
    )
    .toEqual([1, 1]);
});

async function sitDownWithError(): Promise<void> {
  onSocketRequest("notifications", "init", () => ({
    session: { ...SEAT, status: "show" as const, machine_status: "waiting" as const, credit: 0 },
  }));
  onSocketRequest("game", "leave", { amount: 0 });
  onSocketRequest("game", "cashout", ({ transferId }) => ({ transferId, amount: 0, credit: 0, balance: 1_000_000 }));
  await sitDown();
  await expect.poll(() => isConnected("notifications")).toBe(true);
  onSocketRequest("game", "press", refuse(ErrorCode.ServiceUnavailable));
  await main().click();
  await said(/Salonla bağlantı yeniden kuruluyor/);
}

for (const [how, end, reason, words] of ENDS)
  it.each([
    ["the game", false],
    ["the lobby", true],
  ])(`a seat that is lost ${how} is said once; first known to %s`, async (_, isLobbyFirst) => {
    await sitDownWithError();
    if (isLobbyFirst) pushEnd(reason);
    end();
    if (!isLobbyFirst) pushEnd(reason);
    if (reason !== "kick") {
      await said("Oturumunuz kapatılıyor");
      closeSockets("game", 1000);
    }
    await expectPath(/^\/lobby/);
    await said(words);
    await expect.poll(toasts).toEqual([expect.stringMatching(words)]);
  });
