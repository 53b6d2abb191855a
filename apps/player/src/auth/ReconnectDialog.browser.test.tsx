/** The dialog over a session that is open elsewhere: its words by the machine's status, and what its buttons ask for. */
import { ErrorCode, MACHINE_STATUSES } from "@reelcast/contract";
import type { MachineStatus, OpenSession } from "@reelcast/contract";
import { beforeEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "../testing/accessibility.ts";
import { expectPath, screenIsThere } from "@reelcast/testing/find";
import { openApp } from "../testing/openApp.ts";
import { onCall, refuse, requestsOf } from "../testing/scriptedServer.ts";
import { isConnected, push } from "../testing/scriptedSockets.ts";

const TEXTS: Record<MachineStatus, RegExp> = {
  available: /^Bu makinede açık oturumunuz var\. Yeniden bağlanmak ister misiniz\?$/,
  waiting: /^Bu makinede açık oturumunuz var\. Yeniden bağlanmak ister misiniz\?$/,
  playing: /^Bu makinede bir oyun sürüyor\. Oturum size ait değilse destekle iletişime geçin\.$/,
  bonus: /^Makine bonus oyununda ve sizi bekliyor\. Lütfen devam edin\.$/,
  cashout: /^Krediniz bakiyenize aktarılmaya çalışılıyor\. Paranız güvende\.$/,
  error: /^Makinede arıza var\. Krediniz kayıtlı ve güvende; paranızı çekmeyi deneyebilirsiniz\.$/,
  offline: /^Makine çevrimdışı\. Krediniz kayıtlı ve güvende; makine dönünce devam edebilirsiniz\.$/,
  unknown: /^Makinenin durumu bilinmiyor\. Krediniz kayıtlı ve güvende; devam etmeyi deneyin\.$/,
};
const OTHER_SESSION = {
  status: "show",
  id: 1,
  name: "Lantern Street",
  session: "session-9",
  machine_status: "waiting",
} as const;
const dialog = () => page.getByRole("dialog");
const button = (name: string) => dialog().getByRole("button", { name, exact: true });
const ENDED = {
  status: "ended",
  id: 3,
  name: "Orchard Gold",
  session: "session-3",
  reason: "cancel",
  amount: 200_000,
} as const;
const WAITING = { session: "session-3", credit: 200_000, phase: "idle" } as const;
async function offer(status: MachineStatus, waiting: Partial<OpenSession> = WAITING): Promise<void> {
  push("notifications", "session", {
    status: "show",
    id: 3,
    name: "Orchard Gold",
    machine_status: status,
    ...waiting,
  });
  await expect.element(dialog()).toBeVisible();
}

beforeEach(async () => {
  await openApp("/rules");
  await screenIsThere();
  await expect.poll(() => isConnected("notifications")).toBe(true);
});

it.each(MACHINE_STATUSES)("says what the status %s means", async (status) => {
  await offer(status);
  await expect.element(dialog()).toHaveAccessibleDescription(TEXTS[status]);
  // What is being paid out needs nobody: there is nothing to decide.
  const paying = status === "cashout";
  await expect.element(dialog()).toHaveAccessibleName(paying ? "Orchard Gold" : "Orchard Gold sizi bekliyor");
  const names = dialog()
    .getByRole("button")
    .elements()
    .map((one) => one.textContent);
  expect(names.filter((name) => name !== "")).toEqual(
    paying
      ? ["Tamam"]
      : // The seat may be somebody else's: every house has a person to ask.
        ["Diğer seçenekler", ...(status === "playing" ? ["Destek"] : []), "Paramı çek", "Devam et"],
  );
  await expect.element(dialog()).toMatchTextContent("Makinedeki krediniz₺2.000,00");
  if (paying) return expectAccessible(`reconnect, ${status}`, "[role=dialog]");
  await button("Diğer seçenekler").click();
  await expect.element(button("Paramı çek, yeniden otur")).toBeVisible();
  await expect.element(button("Diğer ekranı çıkar, ₺2.000 bakiyeme gelsin")).toBeVisible();
  await expect.element(button("Destek")).toBeVisible();
  if (status !== "playing") return;
  await expectAccessible(`reconnect, ${status}`, "[role=dialog]");
  await button("Destek").click();
  await page.getByRole("button", { name: "Destek masasına yaz" }).click();
  await expect.element(page.getByRole("dialog", { name: "Orchard Gold sizi bekliyor" })).not.toBeInTheDocument();
  await expect.element(page.getByRole("textbox", { name: /Mesaj/ })).toBeVisible();
});

it("says what waits besides the credit, and hides amounts with the balance", async () => {
  await offer("waiting", { ...WAITING, win: 5_000, phase: "winToTake" });
  await expect.element(dialog()).toMatchTextContent("Bekleyen kazancınız₺50,00");
  await expect.element(dialog()).toMatchTextContent("Kazancınız alınmayı bekliyor");
  await button("Şimdi değil").click();
  await page.getByRole("banner").getByRole("button", { name: "Bakiyeyi gizle" }).click();
  await expect.element(page.getByRole("banner")).not.toMatchTextContent("₺");
  await expect.element(page.getByRole("region", { name: "Yeriniz:" })).not.toMatchTextContent("₺");
  push("notifications", "session", { ...OTHER_SESSION, credit: 123_456 });
  await expect.element(dialog()).toBeVisible();
  await button("Diğer seçenekler").click();
  await expect.element(button("Diğer ekranı çıkar, kredim bakiyeme gelsin")).toBeVisible();
  await expect.element(dialog()).not.toMatchTextContent("₺");
});

it("changes its words with the machine, and goes when the machine has let go of the player", async () => {
  await offer("playing", {});
  push("notifications", "machine", { id: 3, status: "error" });
  await expect.element(dialog()).toHaveAccessibleDescription(TEXTS.error);
  push("notifications", "machine", { id: 3, status: "available" });
  await expect.element(dialog()).not.toBeInTheDocument();
});

describe("its buttons", () => {
  beforeEach(() => offer("waiting"));

  it("cash out, and say how much it was", async () => {
    onCall("cancel", { amount: 12_345, balance: 1_012_345 });
    onCall("balance", { balance: 1_012_345, checking: 0 });
    await button("Paramı çek").click();
    await expect.element(page.getByText("₺123,45 bakiyenize aktarıldı.").first()).toBeVisible();
    await expect.element(dialog().filter({ hasText: "sizi bekliyor" })).not.toBeInTheDocument();
    await expect.element(page.getByRole("banner")).toMatchTextContent("₺10.123,45");
    expect(requestsOf("cancel").map(({ body }) => body)).toEqual([{ machineId: 3 }]);
    await expectPath(/^\/rules$/);
  });
  it("cash out and sit down again", async () => {
    onCall("cancel", { amount: 12_345, balance: 1_012_345 });
    await button("Diğer seçenekler").click();
    await button("Paramı çek, yeniden otur").click();
    await expectPath(/^\/game\/3\//);
  });
  it("send the other screen away, and say what that brought", async () => {
    onCall("kick", { amount: 200_000, balance: 1_200_000 });
    onCall("balance", { balance: 1_200_000, checking: 0 });
    await button("Diğer seçenekler").click();
    await button("Diğer ekranı çıkar, ₺2.000 bakiyeme gelsin").click();
    await expect.element(page.getByText("Makine boşaltıldı, ₺2.000 bakiyenize aktarıldı.").first()).toBeVisible();
    await expect.element(page.getByRole("banner")).toMatchTextContent("₺12.000,00");
    expect(requestsOf("kick").map(({ body }) => body)).toEqual([{ machineId: 3 }]);
  });
  it("send the other screen away where an older server answers nothing", async () => {
    onCall("kick", new Response(null, { status: 204 }));
    await button("Diğer seçenekler").click();
    await button("Diğer ekranı çıkar, ₺2.000 bakiyeme gelsin").click();
    await expect.element(page.getByText("Makine boşaltıldı.").first()).toBeVisible();
    await expect.element(page.getByRole("region", { name: "Yeriniz:" })).not.toBeInTheDocument();
  });
  it("go on playing, without a question to the server", async () => {
    await button("Devam et").click();
    await expectPath(/^\/game\/3\//);
    expect(requestsOf("cancel")).toEqual([]);
  });
  it("put it off: a second click does nothing, and the way back stays", async () => {
    await button("Şimdi değil").click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await page.getByRole("link", { name: /Orchard Gold.*Devam et/ }).click();
    await expectPath(/^\/game\/3\//);
  });
  it("cash out once, however often they are pressed", async () => {
    const answer = Promise.withResolvers<{ amount: number; balance: number }>();
    onCall("cancel", () => answer.promise);
    await button("Paramı çek").click();
    await expect.element(button("Paramı çek")).toBeDisabled();
    await expect.element(button("Devam et")).toBeDisabled();
    // The server's own notice comes before its answer: what was paid is said once.
    push("notifications", "session", ENDED);
    answer.resolve({ amount: 200_000, balance: 1_200_000 });
    await expect.element(page.getByText("₺2.000 bakiyenize aktarıldı.").first()).toBeVisible();
    await expect.element(dialog().filter({ hasText: "sizi bekliyor" })).not.toBeInTheDocument();
    expect(page.getByText("Oturumunuz bitti").elements()).toEqual([]);
    expect(requestsOf("cancel")).toHaveLength(1);
  });
  it("lead nowhere once the dialog was closed: another session of the player, and a newer balance, stay", async () => {
    const answer = Promise.withResolvers<{ amount: number; balance: number }>();
    onCall("cancel", () => answer.promise);
    await button("Diğer seçenekler").click();
    await button("Paramı çek, yeniden otur").click();
    await expect.element(button("Paramı çek")).toBeDisabled();
    await button("Şimdi değil").click();
    await expect.element(dialog()).not.toBeInTheDocument();
    push("notifications", "session", OTHER_SESSION);
    await expect.element(button("Paramı çek")).toBeEnabled();
    await button("Şimdi değil").click();
    // Played for since at another machine: the pay-out was before.
    push("notifications", "balance", { balance: 1_150_000 });
    onCall("balance", { balance: 1_150_000, checking: 0 });
    await expect.element(page.getByRole("banner")).toMatchTextContent("₺11.500,00");
    answer.resolve({ amount: 200_000, balance: 1_200_000 });
    await expect.element(page.getByText("₺2.000 bakiyenize aktarıldı.").first()).toBeVisible();
    await expect.element(page.getByRole("region", { name: "Yeriniz:" })).toMatchTextContent("Lantern Street");
    await expect.element(page.getByRole("banner")).toMatchTextContent("₺11.500,00");
    await expectPath(/^\/rules$/);
  });
  it("that failed do not ask again once the dialog was closed", async () => {
    const answer = Promise.withResolvers<void>();
    onCall("cancel", async () => {
      await answer.promise;
      return refuse(ErrorCode.GameInProgress);
    });
    await button("Paramı çek").click();
    await expect.element(button("Paramı çek")).toBeDisabled();
    await button("Şimdi değil").click();
    answer.resolve();
    await expect.element(page.getByText("Oyun sürüyor").first()).toBeVisible();
    await expect.element(page.getByRole("region", { name: "Yeriniz:" })).toBeVisible();
    await expect.element(button("Paramı çek")).not.toBeInTheDocument();
  });
  it("stay where the game still runs, and go where the session is over already", async () => {
    onCall("cancel", refuse(ErrorCode.GameInProgress));
    await button("Paramı çek").click();
    await expect.element(page.getByText("Oyun sürüyor").first()).toBeVisible();
    await expect.element(button("Paramı çek")).toBeEnabled();
    onCall("cancel", refuse(ErrorCode.NoOpenSession));
    await button("Paramı çek").click();
    await expect.element(button("Paramı çek")).not.toBeInTheDocument();
  });
});
