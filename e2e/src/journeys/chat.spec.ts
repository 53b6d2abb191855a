/** The side panels: chat with the house's desk, live and without lost or duplicate messages; the quick panel. */
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import type { House } from "../house.ts";

const DESK = "Destek masası";

class ChatPage {
  readonly page: Page;
  readonly button: Locator;
  readonly panel: Locator;
  readonly field: Locator;
  readonly messages: Locator;
  constructor(page: Page) {
    this.page = page;
    this.button = page.getByRole("banner").getByRole("button", { name: /^Sohbet/ });
    this.panel = page.getByRole("dialog", { name: "Sohbet" });
    this.field = this.panel.getByRole("textbox", { name: `Mesajınız, alıcı: ${DESK}` });
    this.messages = this.panel.getByRole("log").getByRole("listitem");
  }
  async open(): Promise<void> {
    await this.button.click();
    await expect(this.panel).toBeVisible();
  }
  async openDesk(): Promise<void> {
    await this.open();
    await this.panel.getByRole("button", { name: DESK }).click();
    await expect(this.field).toBeFocused();
  }
}

/** What the desk has of this player's words. */
async function deskReads(house: House, username: string): Promise<string> {
  return (await house.cli("chat", "read", username)).stdout;
}
const times = (text: string, words: string) => text.split(words).length - 1;

test("a player writes to the desk and is answered while they look, and while they do not", async ({
  page,
  house,
  account,
  player,
}) => {
  await player.go("/lobby");
  const chat = new ChatPage(page);
  await chat.openDesk();
  await expect(chat.panel).toHaveCSS("width", "360px");

  // Nothing is nothing, however long.
  await page.keyboard.type("   ");
  await page.keyboard.press("Enter");
  await expect(chat.messages).toHaveCount(0);
  await expect(chat.panel.getByRole("button", { name: "Gönder", exact: true })).toBeDisabled();

  await chat.field.fill("Merhaba,");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("bonusum gelmedi");
  await page.keyboard.press("Enter");
  await expect(chat.messages).toHaveText([/Merhaba,\s+bonusum gelmedi/]);
  await expect(chat.field).toHaveValue("");
  await expect(chat.field).toBeFocused();
  await expect.poll(() => deskReads(house, account.username)).toContain("bonusum gelmedi");

  await house.cli("chat", "answer", account.username, "Hemen bakıyorum.");
  await expect(chat.messages.last()).toContainText("Hemen bakıyorum.");
  await expect(chat.panel.getByRole("status").filter({ hasText: "Hemen bakıyorum." })).toHaveCount(1);

  // Closed: announced by a toast and on the button, which are both gone once it is read.
  await page.keyboard.press("Escape");
  await expect(chat.panel).toBeHidden();
  await expect(chat.button).toBeFocused();
  await house.cli("chat", "answer", account.username, "Bonusunuz tanımlandı.");
  await expect(chat.button).toHaveAccessibleName("Sohbet, 1 okunmamış mesaj");
  const toast = page.getByRole("dialog", { name: DESK });
  await expect(toast).toContainText("Bonusunuz tanımlandı.");
  await toast.getByRole("button", { name: "Sohbeti aç" }).click();
  await expect(chat.messages.last()).toContainText("Bonusunuz tanımlandı.");
  await expect(chat.messages).toHaveCount(3);
  await expect(chat.button).toHaveAccessibleName("Sohbet");
  await expect(toast).toBeHidden();

  // Who wants no toasts finds the figure on the button alone.
  await page.mouse.click(450, 30);
  await expect(chat.panel).toBeHidden();
  await page.getByRole("button", { name: "Hızlı panel" }).click();
  const quick = page.getByRole("dialog", { name: "Hızlı panel" });
  const notify = quick.getByRole("switch", { name: "Yeni mesajları bildir" });
  await notify.click();
  await expect(notify).not.toBeChecked();
  await page.keyboard.press("Escape");
  await house.cli("chat", "answer", account.username, "Başka bir şey var mı?");
  await expect(chat.button).toHaveAccessibleName("Sohbet, 1 okunmamış mesaj");
  await expect(toast).toBeHidden();

  // Read in another tab, it is read in this one; and what is written there stands here, once.
  const other = new ChatPage(await page.context().newPage());
  await other.page.goto(house.url);
  await expect(other.button).toHaveAccessibleName("Sohbet, 1 okunmamış mesaj");
  await other.openDesk();
  await expect(chat.button).toHaveAccessibleName("Sohbet");
  await page.keyboard.press("Escape");
  await expect(quick).toBeHidden();
  await chat.open();
  await expect(chat.messages).toHaveCount(4);
  await other.field.fill("Hayır, teşekkürler");
  await other.page.keyboard.press("Enter");
  await expect(other.messages.last()).toContainText("Hayır, teşekkürler");
  await expect(chat.messages.last()).toContainText("Hayır, teşekkürler");
  await expect(other.messages).toHaveCount(5);
  await expect(chat.messages).toHaveCount(5);
});

test("a message that could not be sent is sent again and stands once, even when only the answer was lost", async ({
  page,
  house,
  account,
  player,
}) => {
  const friend = await house.addPlayer();
  await player.go("/lobby");
  const chat = new ChatPage(page);
  await chat.openDesk();
  const address = "**/api/chat/send-message";
  const again = chat.panel.getByRole("button", { name: "Yeniden gönder" });

  await page.route(address, (route) => route.abort());
  await chat.field.fill("birinci mesaj");
  await page.keyboard.press("Enter");
  await expect(chat.panel.getByText("Gönderilemedi")).toBeVisible();
  await page.unroute(address);
  // It waits, whatever the player does meanwhile.
  await chat.panel.getByRole("button", { name: "Kapat" }).click();
  await expect(chat.panel).toBeHidden();
  await chat.open();
  await again.click();
  await expect(again).toBeHidden();
  await expect.poll(async () => times(await deskReads(house, account.username), "birinci mesaj")).toBe(1);

  await page.route(address, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await chat.field.fill("ikinci mesaj");
  await page.keyboard.press("Enter");
  // The house says by the socket that it has it.
  await expect(chat.messages).toHaveText([/birinci mesaj\d\d:\d\d$/, /ikinci mesaj\d\d:\d\d$/]);
  await page.unroute(address);
  await expect(again).toBeHidden();
  expect(times(await deskReads(house, account.username), "ikinci mesaj")).toBe(1);

  // Collapsed to a strip of pictures next to the chat; expanded, the list takes the panel.
  const contacts = chat.panel.getByRole("navigation", { name: "Kişiler" });
  await expect(contacts).toHaveCSS("width", "64px");
  await chat.panel.getByRole("button", { name: "Kişi listesini aç" }).click();
  await expect(chat.field).toBeHidden();
  await expect(contacts.getByText("Çevrimiçi").first()).toBeVisible();
  // Whom the operator introduces is there by itself, with their username; the desk is marked as the house's.
  await house.cli("chat", "introduce", account.username, friend.username);
  await expect(contacts.getByRole("listitem")).toHaveText([
    /Destek masası.*İşletmenin kendisi/,
    new RegExp(`@${friend.username}`),
  ]);
  await house.cli("chat", "part", account.username, friend.username);
  await expect(contacts.getByRole("listitem")).toHaveCount(1);
  await chat.panel.getByLabel("Durumunuz").selectOption("do-not-disturb");
  await page.reload();
  await chat.openDesk();
  await expect(chat.messages).toHaveCount(2);
  await chat.panel.getByRole("button", { name: "Kişi listesini aç" }).click();
  await expect(chat.panel.getByLabel("Durumunuz")).toHaveValue("do-not-disturb");
});

/** Keeps what is asked for at such an address until the answer is called. */
async function hold(page: Page, address: string): Promise<() => void> {
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(address, async (route) => {
    await held;
    await route.continue();
  });
  return () => letGo();
}

test("the chat says that it loads, that it failed and that there is no connection; its button keeps the focus", async ({
  page,
  context,
  house,
  account,
  player,
}) => {
  const chat = new ChatPage(page);
  await house.cli("chat", "answer", account.username, "Hoş geldiniz.");
  const button = await hold(page, "**/assets/WaitingMessages-*.js");
  await player.go("/lobby");
  await chat.button.focus();
  button();
  await expect(chat.button).toHaveAccessibleName("Sohbet, 1 okunmamış mesaj");
  await expect(chat.button).toBeFocused();

  const contacts = await hold(page, "**/api/chat/contacts");
  await page.reload();
  await chat.button.focus();
  await page.keyboard.press("Enter");
  await expect(chat.panel.getByRole("status").filter({ hasText: "Yükleniyor" })).toHaveCount(1);
  contacts();
  await chat.panel.getByRole("button", { name: DESK }).click();
  await expect(chat.messages).toHaveText([/Hoş geldiniz/]);
  await page.keyboard.press("Escape");
  await expect(chat.button).toBeFocused();

  await page.route("**/api/chat/get-chat*", (route) => route.abort());
  await page.reload();
  await chat.open();
  await chat.panel.getByRole("button", { name: DESK }).click();
  await expect(chat.panel.getByRole("alert")).toContainText("Bağlantı hatası");
  await page.unroute("**/api/chat/get-chat*");
  await chat.panel.getByRole("button", { name: "Yeniden dene" }).click();
  await expect(chat.messages).toHaveText([/Hoş geldiniz/]);

  // Said while the first answer is on its way, and not in it: it stands in the chat all the same.
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  let asked = (): void => undefined;
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  await page.route("**/api/chat/get-chat*", async (route) => {
    const response = await route.fetch();
    asked();
    await held;
    await route.fulfill({ response });
  });
  await page.reload();
  await chat.open();
  await chat.panel.getByRole("button", { name: DESK }).click();
  await isAsked;
  await house.cli("chat", "answer", account.username, "Bir sorunuz var mı?");
  answer();
  await expect(chat.messages).toHaveText([/Hoş geldiniz/, /Bir sorunuz var mı/]);
  await page.unroute("**/api/chat/get-chat*");

  await page.keyboard.press("Escape");
  await expect(chat.panel).toBeHidden();
  await context.setOffline(true);
  await chat.button.press("Enter");
  await expect(chat.panel.getByText("Gördükleriniz eski olabilir.")).toBeVisible();
  await expect(chat.messages).toHaveText([/Hoş geldiniz/, /Bir sorunuz var mı/]);
  await context.setOffline(false);
  await expect(chat.panel.getByText("Gördükleriniz eski olabilir.")).toBeHidden();

  // A long chat is paged backwards, and what is being looked at stays where it is.
  await page.route("**/api/chat/get-chat*", (route) => {
    const before = Number(new URL(route.request().url()).searchParams.get("before") ?? "251");
    const ids = Array.from(
      { length: before - Math.max(1, before - 200) },
      (_, index) => before - 1 - index,
    ).toReversed();
    const dialog = ids.map((id) => ({ id, who: "support", message: `mesaj ${id}`, time: "2026-01-02T09:00:00.000Z" }));
    return route.fulfill({ json: { chat: { id: "chat", dialog, older: (ids[0] ?? 1) > 1 }, userChatList: {} } });
  });
  await page.reload();
  await chat.openDesk();
  await expect(chat.messages.last()).toContainText("mesaj 250");
  const older = chat.panel.getByRole("button", { name: "Daha eski mesajlar" });
  await older.scrollIntoViewIfNeeded();
  const looked = chat.messages.filter({ hasText: /^Destek masası ?mesaj 53/ });
  const place = await looked.boundingBox();
  await older.press("Enter");
  await expect(chat.messages).toHaveCount(250);
  await expect(older).toBeHidden();
  expect(Math.abs(((await looked.boundingBox())?.y ?? 0) - (place?.y ?? 0))).toBeLessThan(2);
  await expect(chat.panel.getByRole("log")).toBeFocused();
});

test("the quick panel says the day and what the house has noted, and its switches last", async ({
  page,
  house,
  player,
}) => {
  await house.cli("notice", "add", "note", "Turnuva akşamı", "Saat 21.00'de başlıyor");
  await house.cli("notice", "add", "event", "Yılbaşı gecesi", "Herkes davetli", "--at", "2099-12-31T21:00");
  await player.go("/lobby");
  const quick = page.getByRole("dialog", { name: "Hızlı panel" });
  const button = page.getByRole("button", { name: "Hızlı panel" });
  await button.click();
  const weekday = await page.evaluate(() => new Date().toLocaleDateString("tr", { weekday: "long" }));
  await expect(quick.getByText(weekday, { exact: true })).toBeVisible();
  await expect(quick.getByRole("region", { name: "Notlar" })).toContainText("Turnuva akşamı");
  const event = quick.getByRole("listitem").filter({ hasText: "Yılbaşı gecesi" });
  await expect(event.locator("time")).toHaveText(/^31\.12\.2099 \d\d:00:00$/);
  const sound = quick.getByRole("switch", { name: "Makine sesi" });
  const before = await sound.isChecked();
  await sound.click();
  await page.reload();
  await button.click();
  await expect(sound).toBeChecked({ checked: !before });
  await page.keyboard.press("Escape");
  await expect(quick).toBeHidden();
});
