/** What a player does in the app, in the words of the screen: used by every journey. */
import { type Locator, type Page, expect } from "@playwright/test";
import type { Account } from "./testServer.ts";

export const DEMO_PASSWORD = "play1234";

export class PlayerPage {
  readonly page: Page;
  readonly url: string;
  readonly play: Locator;
  readonly takeWin: Locator;
  readonly video: Locator;
  readonly credit: Locator;
  readonly leave: Locator;

  /** @param url of the house */
  constructor(page: Page, url = "") {
    this.page = page;
    this.url = url;
    this.play = page.getByRole("button", { name: /^(Oyna|Play|Kazancı al|Take win|Durdur|Stop)\b/ }).first();
    this.takeWin = page.getByRole("button", { name: /^(Kazancı al|Take win)\b/ });
    this.video = page.getByLabel(/^(Canlı görüntü|Live video|بث مباشر)$/);
    this.credit = page.getByRole("status", { name: /^(Kredi|Credit)$/ });
    this.leave = page.getByRole("button", { name: /^(Çıkış|Leave)$/ });
  }

  async open(url: string, path = "/"): Promise<void> {
    // Logging out loads the page anew: where that crosses this, the way here is taken again.
    await expect(async () => {
      await this.page.goto(url + path, { timeout: 15_000 });
    }).toPass({ timeout: 45_000 });
    await this.page.locator('body[data-ready="true"]').waitFor();
  }

  async fillLogin(username: string, password: string): Promise<void> {
    await this.page.getByLabel(/^(Kullanıcı adı veya e-posta|Username or e-mail)$/).fill(username);
    await this.page.getByLabel(/^(Şifre|Password)$/).fill(password);
  }

  async submitLogin(): Promise<void> {
    await this.page.getByRole("button", { name: /^(Giriş yap|Log in)$/ }).click();
  }

  /** Gives the browser a login, as an earlier visit would have left it. Where that is not what is tested. */
  async logIn({ token }: Pick<Account, "token">, url = this.url): Promise<void> {
    await this.page.context().addInitScript(
      ({ origin, kept, seeded }) => {
        // Once in this browser: a test may log out afterwards, or clear what is stored.
        if (location.origin !== origin || document.cookie.includes(seeded)) return;
        document.cookie = `${seeded};path=/`;
        localStorage.setItem("remember_me", "true");
        localStorage.setItem("access_token", kept);
      },
      { origin: url, kept: token, seeded: `seeded_${token.slice(-8)}=1` },
    );
  }

  /** Opens a page of the app, and waits until it takes presses. */
  async go(path: string): Promise<void> {
    await this.page.goto(this.url + path);
    await this.page.locator('body[data-ready="true"]').waitFor();
  }

  /** Sits down at a machine, with so much moved to it. */
  async sit(machine: number, amount?: string): Promise<void> {
    await this.page.goto(`${this.url}/game/${machine}/x`);
    await this.seeLiveVideo();
    if (amount === undefined) return;
    await this.deposit(amount);
    await expect.poll(() => this.creditMinor()).toBe(Number(amount) * 100);
  }

  /** Logs in by the form and waits for the lobby. */
  async login(url: string, username: string, password = DEMO_PASSWORD): Promise<void> {
    await this.open(url, "/login");
    await this.fillLogin(username, password);
    await this.submitLogin();
    await expect(this.page).toHaveURL(/\/lobby/);
  }

  /** Opens a machine from its card in the lobby. */
  async choose(machine: string): Promise<void> {
    await this.page
      .getByRole("link", { name: new RegExp(machine) })
      .first()
      .click();
    await expect(this.page).toHaveURL(/\/game\//);
  }

  /** How many frames of video the page has shown; 0 without a picture. */
  async frames(): Promise<number> {
    return this.video.evaluate((video) =>
      video instanceof HTMLVideoElement && video.videoWidth > 0 ? video.getVideoPlaybackQuality().totalVideoFrames : 0,
    );
  }

  /** Waits until the video shows moving pictures. */
  async seeLiveVideo(): Promise<void> {
    await expect.poll(() => this.frames(), { message: "frames of live video" }).toBeGreaterThan(5);
  }

  /** Waits until the machine stands still, taking a win that waits. */
  async rest(): Promise<void> {
    const deposit = this.page.getByRole("button", { name: /PARA YATIR/ });
    await expect(async () => {
      if (await this.takeWin.isVisible()) await this.takeWin.click({ timeout: 500 }).catch(() => undefined);
      await expect(deposit).toBeEnabled({ timeout: 500 });
    }).toPass({ timeout: 60_000 });
  }

  /** Presses PLAY until one game more is over: spin, and take what was won. */
  async playOnce(): Promise<void> {
    const idle = this.page.getByRole("button", { name: /^(Oyna|Play)\b/ }).first();
    await expect(idle).toBeEnabled({ timeout: 60_000 });
    const before = await this.creditMinor();
    await idle.click();
    await expect.poll(() => this.creditMinor()).not.toBe(before);
    await expect(idle.or(this.takeWin).first()).toBeEnabled({ timeout: 90_000 });
    if (await this.takeWin.isVisible()) await this.takeWin.click();
  }

  /** Credit on the meter, in minor units. */
  async creditMinor(): Promise<number> {
    return minorUnits(await this.credit.innerText());
  }

  async deposit(amount: string): Promise<void> {
    await this.page
      .getByRole("button", { name: /PARA YATIR/ })
      .first()
      .click();
    const sheet = this.page.getByRole("dialog", { name: /^(Makineye para aktar|Move money)/ });
    await sheet.getByRole("textbox").fill(amount);
    await sheet.getByRole("button", { name: /^(Yatır|Aktar|Deposit|PARA YATIR)/ }).click();
    await expect(sheet).toBeHidden();
  }
}

/** "₺1.234,50" or "1,234.50" → 123450. */
export function minorUnits(text: string): number {
  const figure = /\d[\d.,\u00a0\u202f ]*/.exec(text)?.[0] ?? "";
  const parts = /^(.*?)(?:[.,](\d{2}))?$/.exec(figure.trim());
  const whole = (parts?.[1] ?? "").replace(/\D/g, "");
  return Number(whole) * 100 + Number(parts?.[2] ?? 0);
}
