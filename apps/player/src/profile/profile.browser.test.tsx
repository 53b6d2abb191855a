/** The profile: its forms say at the field what is refused, its lists what happened, and each part has an address. */
import { ErrorCode } from "@reelcast/contract";
import type { Protection } from "@reelcast/contract";
import { beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../testing/accessibility.ts";
import { PASSWORD, PROTECTION } from "../testing/answers.ts";
import { expectCount, expectPath, one } from "@reelcast/testing/find";
import { PHONE, goTo, openApp } from "../testing/openApp.ts";
import { onCall, refuse, requestsOf, restoreCall, setOnline } from "../testing/scriptedServer.ts";
import { closeSockets, isConnected, push } from "../testing/scriptedSockets.ts";

const field = (label: string) => page.getByLabelText(label, { exact: true });
const button = (name: string) => page.getByRole("button", { name });

describe("the forms of the profile say at the field what the server refuses", () => {
  async function changePassword(old: string, fresh: string, again = fresh): Promise<void> {
    await field("Eski şifre").fill(old);
    await field("Yeni şifre").fill(fresh);
    await field("Yeni şifre (yeniden)").fill(again);
    await page.getByRole("button", { name: "Şifreyi değiştir" }).click();
  }

  it("a new password", async () => {
    await openApp("/profile");
    await changePassword(PASSWORD, "kısa");
    await expect.element(page.getByText("En az 8 karakter olmalı")).toBeVisible();
    await expect.element(field("Yeni şifre")).toHaveFocus();
    await changePassword(PASSWORD, "lambalar yanarken", "lambalar sönerken");
    await expect.element(page.getByText("İki yeni şifre aynı değil")).toBeVisible();
    expect(requestsOf("password")).toEqual([]);
    let fresh = "lambalar yanarken";
    for (const [code, at, words] of [
      [ErrorCode.WrongOldPassword, "Eski şifre", /Eski şifre hatalı/],
      [ErrorCode.PasswordTooCommon, "Yeni şifre", /çok yaygın/],
      [ErrorCode.PasswordTooShort, "Yeni şifre", /8/],
    ] as const) {
      onCall("password", refuse(code, { minimum: 8 }));
      // A field keeps what the server said of it until something else is typed there.
      fresh += "!";
      await changePassword(`${PASSWORD}${fresh.length}`, fresh);
      await expect.element(field(at)).toHaveAccessibleDescription(words);
      await expect.element(field(at)).toHaveFocus();
      await expect.element(field("Yeni şifre")).toHaveValue(fresh);
    }
    await expectAccessible("profile, refused");
    onCall("password", { token: "fresh" });
    await changePassword(PASSWORD, "lambalar yanarken");
    await expect.element(page.getByText(/^Şifreniz değişti\./).first()).toBeVisible();
    await expect.element(field("Eski şifre")).toHaveValue("");
    expect(localStorage.getItem("access_token")).toBe("fresh");
  });

  it("a new PIN", async () => {
    await openApp("/profile/security");
    const change = async (typed: string, old = PASSWORD) => {
      await field("Şifreniz").fill(old);
      await field("Yeni PIN").fill(typed);
      await field("Yeni PIN (yeniden)").fill(typed);
      await page.getByRole("button", { name: "PIN’i değiştir" }).click();
    };
    await expect.element(await one("section#pin")).toMatchTextContent("0000");
    await change("12a4");
    await expect.element(page.getByText("PIN 4 ile 12 arası rakamdan oluşur")).toBeVisible();
    onCall("changePin", refuse(ErrorCode.WrongOldPassword));
    await change("4711", "yanlis-sifre");
    await expect.element(field("Şifreniz")).toHaveAccessibleDescription(/Şifre hatalı/);
    await expect.element(field("Şifreniz")).toHaveFocus();
    onCall("changePin", { pin_code: "pbkdf2-sha256$1000$YQ$Yg" });
    await change("4711");
    await expect.element(page.getByText(/PIN’iniz değişti/).first()).toBeVisible();
    expect(localStorage.getItem("pin_code")).toBe("pbkdf2-sha256$1000$YQ$Yg");
  });

  it("a limit, which stays open with what was typed", async () => {
    await openApp("/profile/limits");
    await page.getByRole("button", { name: "Kayıp limiti, Günlük: limit koy" }).click();
    const dialog = page.getByRole("dialog", { name: "Kayıp limiti, Günlük" });
    const amount = dialog.getByRole("textbox");
    await expect.element(amount).toHaveFocus();
    await expectAccessible("limit", "[role=dialog]");
    await amount.fill("çok");
    await dialog.getByRole("button", { name: "Kaydet" }).click();
    await expect.element(dialog.getByText(/Sıfırdan büyük bir tutar/)).toBeVisible();
    expect(requestsOf("setLimit")).toEqual([]);
    onCall("setLimit", refuse(ErrorCode.InvalidRequest, { field: "value" }));
    await amount.fill("1.500,50");
    await expect.element(dialog.getByText("Yeni limit hemen geçerli olur: ₺1.500,50.")).toBeVisible();
    await dialog.getByRole("button", { name: "Kaydet" }).click();
    await expect.element(amount).toHaveAttribute("aria-invalid", "true");
    await expect.element(amount).toHaveValue("1.500,50");
    restoreCall("setLimit");
    await amount.fill("1.600");
    await dialog.getByRole("button", { name: "Kaydet" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(requestsOf("setLimit").at(-1)?.body).toEqual({ kind: "loss", period: "day", value: 160_000 });
  });

  it("a limit, even to a player who would close its dialog before the answer", async () => {
    await openApp("/profile/limits");
    await page.getByRole("button", { name: "Kayıp limiti, Günlük: limit koy" }).click();
    const dialog = page.getByRole("dialog", { name: "Kayıp limiti, Günlük" });
    const answer = Promise.withResolvers<void>();
    onCall("setLimit", async () => {
      await answer.promise;
      return refuse(ErrorCode.ServiceUnavailable);
    });
    await dialog.getByRole("textbox").fill("1.600");
    await dialog.getByRole("button", { name: "Kaydet" }).click();
    await expect.poll(() => requestsOf("setLimit").length).toBe(1);
    await userEvent.keyboard("{Escape}");
    answer.resolve();
    await expect.element(dialog.getByRole("alert")).toMatchTextContent(/\S/);
    await dialog.getByRole("button", { name: "Vazgeç" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it("that there was no connection, until there is one again", async () => {
    await openApp("/profile/limits");
    const chip = page.getByRole("group", { name: "Süre hatırlatması" }).getByRole("button").nth(1);
    await expect.element(chip).toBeVisible();
    setOnline(false);
    await chip.click();
    const problem = page.getByRole("main").getByText(/bağlantı/i);
    await expect.element(problem.first()).toBeVisible();
    setOnline(true);
    await expectCount(problem, 0);
  });

  it("a break", async () => {
    await openApp("/profile/limits");
    await page.getByRole("button", { name: "3 gün" }).click();
    await page.getByRole("button", { name: "Mola ver" }).click();
    const dialog = page.getByRole("dialog", { name: "3 gün mola verilsin mi?" });
    await expect.element(dialog.getByText("Bütün cihazlarda çıkış yapılır.")).toBeVisible();
    await expectAccessible("break", "[role=dialog]");
    onCall("takeBreak", { ...PROTECTION, breakUntil: "2099-01-02T03:04:05.000Z" });
    await dialog.getByRole("button", { name: "Mola ver" }).click();
    // Every login has ended with it.
    await expectPath(/^\/login/);
    await expect.element(page.getByText(/Molanız başladı: 02\.01\.2099/).first()).toBeVisible();
    expect(requestsOf("takeBreak").map(({ body }) => body)).toEqual([{ days: 3 }]);
    expect(localStorage.getItem("access_token")).toBeNull();
  });

  it("self-exclusion, in two steps", async () => {
    await openApp("/profile/limits");
    await page.getByRole("button", { name: "Kendimi men et" }).click();
    const dialog = page.getByRole("dialog");
    await expect.element(dialog.getByText("Bunu ne siz ne de destek geri alabilir.")).toBeVisible();
    await expectAccessible("exclusion", "[role=dialog]");
    await dialog.getByRole("button", { name: "Anladım, devam et" }).click();
    await expect.element(dialog.getByLabelText("Şifreniz")).toHaveFocus();
    const confirm = dialog.getByRole("button", { name: "Kendimi 6 ay men et" });
    await expect.element(confirm).toBeDisabled();
    await dialog.getByLabelText("Şifreniz").fill("yanlis-sifre");
    await dialog.getByRole("checkbox").click();
    await expectAccessible("exclusion, second step", "[role=dialog]");
    onCall("selfExclude", refuse(ErrorCode.WrongOldPassword));
    await confirm.click();
    await expect.element(dialog.getByText("Şifre hatalı.")).toBeVisible();
    await expect.element(dialog.getByLabelText("Şifreniz")).toHaveValue("yanlis-sifre");
    onCall("selfExclude", { ...PROTECTION, exclusionUntil: "2099-01-02T03:04:05.000Z" });
    await dialog.getByLabelText("Şifreniz").fill(PASSWORD);
    await confirm.click();
    await expectPath(/^\/login/);
    await expect
      .element(page.getByText(/Kendinizi 02\.01\.2099.* tarihine kadar oyundan men ettiniz/).first())
      .toBeVisible();
    expect(requestsOf("selfExclude").map(({ body }) => body)).toEqual([
      { months: 6, password: "yanlis-sifre" },
      { months: 6, password: PASSWORD },
    ]);
    expect(localStorage.getItem("access_token")).toBeNull();
  });
});

describe("limits", () => {
  const NAME = "Makineye aktarma limiti, Günlük";
  const AT = "2099-01-02T03:04:05.000Z";
  /** When the server lets a looser limit be confirmed. */
  let from = AT;
  let state: Protection;
  /** As the server does it: a tighter limit counts at once, a looser one waits, and the present one cancels that. */
  beforeEach(() => {
    state = { ...PROTECTION };
    from = AT;
    onCall("protection", () => state);
    onCall("confirmLimit", ({ body }) => {
      const { kind, period, value } = body as { kind: string; period: string; value: number | null };
      const limits = state.limits.map((limit) =>
        limit.kind === kind && limit.period === period ? { ...limit, value, pending: null } : limit,
      );
      return (state = { ...state, limits });
    });
    onCall("setLimit", ({ body }) => {
      const { kind, period, value } = body as { kind: string; period: string; value: number | null };
      const limits = state.limits.map((limit) => {
        if (limit.kind !== kind || limit.period !== period) return limit;
        const looser = value === null || (limit.value !== null && value > limit.value);
        return looser
          ? { ...limit, pending: { value, from, until: "2099-01-09T03:04:05.000Z" } }
          : { ...limit, value, pending: null };
      });
      return (state = { ...state, limits });
    });
    onCall("setRealityCheck", ({ body }) => {
      const { minutes } = body as { minutes: number | null };
      return (state = { ...state, realityCheckMinutes: minutes });
    });
  });

  it("count at once where they are tighter, wait where they are looser, and what waits can be taken back", async () => {
    await openApp("/profile#protection");
    const section = page.elementLocator(document.querySelector("#protection") as Element);
    await expect.element(section).toBeInViewport();
    const meter = section.getByRole("meter", { name: NAME });
    await expect.element(meter).toHaveAttribute("aria-valuetext", "₺250 / ₺1.500 kullanıldı");
    const change = button(`${NAME}: değiştir`);
    const dialog = page.getByRole("dialog", { name: NAME });
    const save = async (amount: string, words: RegExp) => {
      await change.click();
      await dialog.getByRole("textbox").fill(amount);
      await expect.element(dialog.getByText(words)).toBeVisible();
      await dialog.getByRole("button", { name: "Kaydet" }).click();
      await expect.element(dialog).not.toBeInTheDocument();
      await expect.element(change).toHaveFocus();
    };
    await save("1.250,50", /Yeni limit hemen geçerli olur: ₺1\.250,50\./);
    await expect.element(meter).toHaveAttribute("aria-valuetext", "₺250 / ₺1.250,50 kullanıldı");
    await save("5000", /24 saat sonra onaylayabilirsiniz; o zamana/);
    const waiting = section.getByText(/₺5\.000: 02\.01\.2099.* itibarıyla onaylayabilirsiniz/);
    await expect.element(waiting).toBeVisible();
    await expect.element(section.getByRole("button", { name: "Onayla", exact: true })).not.toBeInTheDocument();
    await expect.element(meter).toHaveAttribute("aria-valuetext", "₺250 / ₺1.250,50 kullanıldı");
    await section.getByRole("button", { name: "Vazgeç, şimdiki limit kalsın" }).click();
    await expect.element(waiting).not.toBeInTheDocument();
    expect(requestsOf("setLimit").map(({ body }) => (body as { value: number }).value)).toEqual([
      125_050, 500_000, 125_050,
    ]);
  });

  it("that are saved are not undone by an older answer", async () => {
    await openApp("/profile/limits");
    const meter = page.getByRole("meter", { name: NAME });
    await expect.element(meter).toHaveAttribute("aria-valuetext", "₺250 / ₺1.500 kullanıldı");
    await expect.poll(() => isConnected("notifications")).toBe(true);
    const late = Promise.withResolvers<void>();
    onCall("protection", async () => {
      // As it is when it is asked for.
      const answer = state;
      await late.promise;
      return answer;
    });
    const asked = requestsOf("protection").length;
    // After an interruption all is read again.
    closeSockets("notifications");
    await expect.poll(() => requestsOf("protection").length).toBeGreaterThan(asked);
    await button(`${NAME}: değiştir`).click();
    const dialog = page.getByRole("dialog", { name: NAME });
    await dialog.getByRole("textbox").fill("1.250");
    await dialog.getByRole("button", { name: "Kaydet" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    late.resolve();
    push("notifications", "balance", { balance: 700 });
    await expect.element(page.getByRole("banner")).toMatchTextContent("₺7,00");
    await expect.element(meter).toHaveAttribute("aria-valuetext", "₺250 / ₺1.250 kullanıldı");
  });

  it("are of deposits first, then of moves to machines, of loss and of time", async () => {
    await openApp("/profile/limits");
    const section = await one("section#protection");
    await expectCount(section.getByRole("heading", { level: 3, name: /limiti$/ }), 4);
    const names = section.getByRole("heading", { level: 3, name: /limiti$/ });
    for (const [n, name] of ["Para yatırma", "Makineye aktarma", "Kayıp", "Süre"].entries())
      await expect.element(names.nth(n)).toHaveTextContent(`${name} limiti`);
  });

  it.each([
    ["a small phone", { width: 360, height: 640 }],
    ["a desktop", { width: 1440, height: 900 }],
  ])("have a row each with day, week and month in it, on %s", async (_name, size) => {
    await openApp("/profile/limits", { size });
    const section = await one("section#protection");
    for (const name of ["Para yatırma", "Makineye aktarma", "Kayıp", "Süre"]) {
      const cells = section.getByRole("list", { name: `${name} limiti` }).getByRole("listitem");
      await expectCount(cells, 3);
      const boxes = cells.elements().map((cell) => cell.getBoundingClientRect());
      expect(new Set(boxes.map(({ top }) => top)).size, name).toBe(1);
      expect(boxes.map(({ left }) => left)).toEqual(boxes.map(({ left }) => left).toSorted((a, b) => a - b));
      for (const [n, period] of ["Günlük", "Haftalık", "Aylık"].entries())
        await expect.element(cells.nth(n).getByText(period, { exact: true })).toBeVisible();
    }
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(size.width);
    await expectAccessible("limits", "section#protection");
  });

  it("that are looser count once they are confirmed, after their day", async () => {
    from = "2026-01-02T03:04:05.000Z";
    await openApp("/profile/limits");
    const change = async (amount: string) => {
      await button(`${NAME}: değiştir`).click();
      const dialog = page.getByRole("dialog", { name: NAME });
      if (amount === "") await dialog.getByRole("button", { name: "Limiti kaldır" }).click();
      else {
        await dialog.getByRole("textbox").fill(amount);
        await dialog.getByRole("button", { name: "Kaydet" }).click();
      }
      await expect.element(dialog).not.toBeInTheDocument();
    };
    await change("5000");
    const question = page.getByText(/Bu limit ₺5\.000 olsun mu\? 09\.01\.2099/);
    await expect.element(question).toBeVisible();
    await expectAccessible("a looser limit that can be confirmed", "section#protection");
    await button(`${NAME}: ₺5.000 için onayla`).click();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(page.getByText("Yeni limit şu andan itibaren geçerli.").first()).toBeVisible();
    await expect
      .element(page.getByRole("meter", { name: NAME }))
      .toHaveAttribute("aria-valuetext", "₺250 / ₺5.000 kullanıldı");
    expect(requestsOf("confirmLimit").map(({ body }) => body)).toEqual([
      { kind: "cashIn", period: "day", value: 500_000 },
    ]);
    // It has lapsed or was replaced elsewhere: the present state is shown, and says so.
    await change("");
    onCall("confirmLimit", refuse(ErrorCode.Conflict));
    onCall("protection", { ...PROTECTION });
    await expect.element(page.getByText(/Bu limit kalksın mı\?/)).toBeVisible();
    await button(`${NAME}: Limit yok için onayla`).click();
    await expect.element(page.getByText(/Bu istek şu an onaylanamıyor/).first()).toBeVisible();
    await expect.element(page.getByText(/Bu limit kalksın mı\?/)).not.toBeInTheDocument();
  });

  it("have no reminder that is rarer than the house asks for, nor none", async () => {
    onCall("protection", { ...PROTECTION, realityCheckMinutes: 60, realityCheckAtMost: 60 });
    await openApp("/profile/limits");
    const group = page.getByRole("group", { name: "Süre hatırlatması" });
    await expectCount(group.getByRole("button"), 4);
    await expect.element(group.getByRole("button").last()).toHaveTextContent("1 sa");
    await expect.element(page.getByText(/Salon en geç 1 sa aralıkla/)).toBeVisible();
    await expectAccessible("a reality check that the house asks for", "section#protection");
  });

  it("have a reminder of time and money next to them", async () => {
    await openApp("/profile/limits");
    const pressed = (name: string, value: string) =>
      expect.element(button(name)).toHaveAttribute("aria-pressed", value);
    await pressed("30 dk", "true");
    await button("1 sa").click();
    await pressed("1 sa", "true");
    await pressed("30 dk", "false");
    await expect.element(page.getByText("Süre hatırlatması kaydedildi.").first()).toBeVisible();
    expect(requestsOf("setRealityCheck").map(({ body }) => body)).toEqual([{ minutes: 60 }]);
  });
});

it("the account's activity is listed in words, by kind and page by page", async () => {
  const entry = (n: number, type = "LOGIN_SUCCESS", detail: string | null = null) => ({
    id: String(n),
    at: new Date(Date.parse("2026-01-02T03:04:05.000Z") - n * 60_000).toISOString(),
    type,
    ip: "203.0.113.7",
    detail,
  });
  onCall("logs", ({ query }) => {
    if (query["type"] === "LOGIN_FAIL") return { items: [entry(99, "LOGIN_FAIL")], nextCursor: null, total: 1 };
    if (query["type"] !== undefined) return { items: [], nextCursor: null, total: 0 };
    if (query["cursor"] === "11")
      return { items: [entry(11, "LIMIT_CHANGED", "cashIn/day 150050 → 500000")], nextCursor: null, total: 11 };
    return { items: Array.from({ length: 10 }, (_, n) => entry(n + 1)), nextCursor: "11", total: 11 };
  });
  await openApp("/profile/activity");
  const log = await one("section#activity");
  const rows = log.getByRole("listitem");
  await expectCount(rows, 10);
  await expect.element(rows.first()).toMatchTextContent(/Giriş yapıldı.*02\.01\.2026.*203\.0\.113\.7/);
  await log.getByRole("button", { name: "Daha fazla göster" }).click();
  await expectCount(rows, 11);
  await expect.element(rows.last()).toMatchTextContent(/Makineye aktarma limiti, Günlük: ₺1\.500,50 → ₺5\.000/);
  await expect.element(log).not.toMatchTextContent(/LOGIN_|_SUCCESS|LIMIT_/);
  await log.getByLabelText("Göster").selectOptions("Hatalı giriş denemesi");
  await expectCount(rows, 1);
  await expect.element(rows).toMatchTextContent(/Hatalı giriş denemesi/);
  await log.getByLabelText("Göster").selectOptions("Oyundan men edildi");
  await expect.element(log.getByText("Burada kayıt yok")).toBeVisible();
});

describe("the parts of the profile", () => {
  const tab = (name: string) => page.getByRole("navigation", { name: "Profil bölümleri" }).getByRole("link", { name });
  const TABS = [
    ["Hesap", /^\/profile$/, "password"],
    ["PIN", /^\/profile\/security$/, "pin"],
    ["Limitler", /^\/profile\/limits$/, "protection"],
    ["Hareketler", /^\/profile\/activity$/, "activity"],
  ] as const;

  it("are tabs with addresses of their own, and ask for nothing but what they show", async () => {
    await openApp("/profile", { size: PHONE });
    await one("section#account");
    expect(requestsOf("protection")).toEqual([]);
    for (const [name, path, section] of TABS) {
      await tab(name).click();
      await expectPath(path);
      await one(`section#${section}`);
      await expect.element(tab(name)).toHaveAttribute("aria-current", "page");
      expect(document.querySelectorAll("main nav [aria-current]")).toHaveLength(1);
      expect(document.querySelectorAll("main section[id]")).toHaveLength(name === "Hesap" ? 3 : 1);
      await expectAccessible(`profile, ${name}`, "main");
    }
  });

  it("are found by their earlier addresses, when the profile was one page", async () => {
    for (const hash of ["authentication", "password"]) {
      await openApp(`/profile/security#${hash}`);
      await expectPath(new RegExp(`^/profile#${hash}$`));
      await one(`section#${hash}`);
    }
    for (const [hash, path] of [
      ["pin", /^\/profile\/security#pin$/],
      ["protection", /^\/profile\/limits#protection$/],
      ["activity", /^\/profile\/activity#activity$/],
    ] as const) {
      await openApp(`/profile#${hash}`);
      await expectPath(path);
      await one(`section#${hash}`);
    }
  });

  it("have the limits two taps away, from the menu of any page", async () => {
    await openApp("/rules", { size: PHONE });
    await page.getByRole("button", { name: "Menüyü aç" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "Limitlerim" }).click();
    await expectPath(/^\/profile\/limits$/);
    await one("section#protection");
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  });
});

it("there is a profile for one's own id alone, and its parts have addresses", async () => {
  await openApp("/profile/1#password");
  const heading = (await one("section#password")).getByRole("heading");
  await expect.element(heading).toHaveFocus();
  for (const foreign of ["2", "0", "abc"]) {
    goTo(`/profile/${foreign}`);
    await expectPath("/pages/errors/error-404");
    await expect.element(page.getByText("Böyle bir sayfa yok").first()).toBeVisible();
    expect(document.querySelector("section#account")).toBeNull();
    goTo("/profile/1");
    await one("section#account");
  }
});

it("a profile that does not come can be asked for again, and keeps what was typed", async () => {
  onCall("profile", refuse(ErrorCode.NotPermitted));
  await openApp("/profile");
  const section = await one("section#account");
  await expect.element(section.getByRole("alert")).toMatchTextContent("Profil yüklenemedi");
  await field("Eski şifre").fill("yarım kalan");
  restoreCall("profile");
  await section.getByRole("button", { name: "Yeniden dene" }).click();
  const logins = await one("section#authentication");
  await expect.element(logins.getByText("203.0.113.7").first()).toBeVisible();
  await expect.element(field("Eski şifre")).toHaveValue("yarım kalan");
});
