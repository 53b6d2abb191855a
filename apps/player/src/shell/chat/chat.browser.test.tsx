/** The chat: messages that could not be sent, that come while nobody looks, and that were written before; its list of contacts. */
import { ErrorCode } from "@reelcast/contract";
import type { ChatContact, ChatMessage } from "@reelcast/contract";
import { beforeEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectCount, screenIsThere } from "@reelcast/testing/find";
import { PHONE, openApp, reloadApp } from "../../testing/openApp.ts";
import type { ScriptedAnswer } from "../../testing/scriptedCalls.ts";
import { HANG, LOST, onCall, refuse, requestsOf, restoreCall, setOnline } from "../../testing/scriptedServer.ts";
import { isConnected, push } from "../../testing/scriptedSockets.ts";
import { prefer } from "../preferences.ts";
import { viewChat } from "./view.ts";

const ME = "1";
const NOON = "2026-01-02T09:00:00.000Z";
const chat = () => page.getByRole("dialog", { name: "Sohbet" });
const button = () => page.getByRole("banner").getByRole("button", { name: /^Sohbet/ });
const field = () => chat().getByRole("textbox", { name: "Mesajınız, alıcı: Destek masası" });
const messages = () => chat().getByRole("log").getByRole("listitem");
const again = () => chat().getByRole("button", { name: "Yeniden gönder" });
const toast = () => page.getByRole("dialog", { name: "Destek masası", exact: true });
/** The messages as they stand, one after the other. */
const expectMessages = (...words: (string | RegExp)[]) =>
  expect
    .poll(() =>
      messages()
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(words.map((word) => expect.stringMatching(word)));

/** The house's side: what stands in the chat with the desk, and how much of it is unread. */
let dialog: ChatMessage[] = [];
let unread = 0;
const contact = (change: Partial<ChatContact> = {}): ChatContact => ({
  id: "support",
  name: "Destek masası",
  avatar: null,
  status: "online",
  unread,
  ...change,
});
const chatAnswer = (older = false): ScriptedAnswer<"chat"> => ({
  chat: { id: "chat-1", dialog, older },
  userChatList: {},
});
/** Stored once for each of its ids, as the house does it. */
function store(who: string, message: string, clientId?: string): ChatMessage {
  const known = dialog.find((one) => clientId !== undefined && one.clientId === clientId);
  const stored = known ?? {
    id: dialog.length + 1,
    who,
    message,
    time: NOON,
    ...(clientId !== undefined && { clientId }),
  };
  if (!known) dialog = [...dialog, stored];
  return stored;
}
const receive = (body: unknown) => {
  const { messageText, clientId } = body as { messageText: string; clientId: string };
  return store(ME, messageText, clientId);
};
const pushMessage = (message: ChatMessage) =>
  push("notifications", "chat", { chatId: "chat-1", contactId: "support", message });
/** The desk writes: the message reaches the app by its socket. */
function answer(message: string): void {
  const stored = store("support", message);
  unread += 1;
  pushMessage(stored);
}

beforeEach(() => {
  dialog = [];
  unread = 0;
  // The view of the chat and the preferences outlive a visit.
  viewChat({ contactId: null, listOpen: true, spoken: "" });
  prefer({ chatToasts: true });
  onCall("chatContacts", () => [contact()]);
  onCall("chat", () => {
    unread = 0;
    return chatAnswer();
  });
  onCall("sendMessage", ({ body }) => ({ message: receive(body), userChatList: {} }));
});
async function visit(): Promise<void> {
  await openApp("/rules");
  await screenIsThere();
  await expect.poll(() => isConnected("notifications")).toBe(true);
  await expect.element(button()).toBeVisible();
}
async function openDesk(): Promise<void> {
  await button().click();
  await expect.element(chat()).toBeVisible();
  await chat().getByRole("button", { name: "Destek masası" }).first().click();
  await expect.element(field()).toHaveFocus();
}

it("sends what is more than blanks, by Enter, and keeps the focus; Shift and Enter begin a line", async () => {
  await visit();
  await openDesk();
  await userEvent.keyboard("   {Enter}");
  await expect.element(chat().getByRole("button", { name: "Gönder", exact: true })).toBeDisabled();
  await field().fill("Merhaba,");
  await userEvent.keyboard("{Shift>}{Enter}{/Shift}bonusum gelmedi{Enter}");
  await expectMessages(/Merhaba,\s+bonusum gelmedi/);
  await expect.element(field()).toHaveValue("");
  await expect.element(field()).toHaveFocus();
  expect(requestsOf("sendMessage")).toHaveLength(1);
});

it("a message that comes is read out where the panel is open, else shown by a toast and on the button until it is read", async () => {
  await visit();
  await openDesk();
  answer("Hemen bakıyorum.");
  await expectMessages(/Hemen bakıyorum/);
  await expectCount(chat().getByRole("status").filter({ hasText: "Hemen bakıyorum." }), 1);
  await userEvent.keyboard("{Escape}");
  await expect.element(chat()).not.toBeInTheDocument();
  await expect.element(button()).toHaveFocus();
  unread = 0;

  answer("Bonusunuz tanımlandı.");
  await expect.element(button()).toHaveAccessibleName("Sohbet, 1 okunmamış mesaj");
  await expect.element(toast()).toMatchTextContent("Bonusunuz tanımlandı.");
  await toast().getByRole("button", { name: "Sohbeti aç" }).click();
  await expectMessages(/Hemen/, /tanımlandı/);
  await expect.element(button()).toHaveAccessibleName("Sohbet");
  await expect.element(toast()).not.toBeInTheDocument();
  await userEvent.keyboard("{Escape}");
  await expect.element(chat()).not.toBeInTheDocument();

  // Who wants no toasts finds the figure on the button alone.
  await page.getByRole("button", { name: "Hızlı panel" }).click();
  const notify = page.getByRole("switch", { name: "Yeni mesajları bildir" });
  await notify.click();
  await expect.element(notify).not.toBeChecked();
  await userEvent.keyboard("{Escape}");
  answer("Başka bir şey var mı?");
  await expect.element(button()).toHaveAccessibleName("Sohbet, 1 okunmamış mesaj");
  expect(toast().elements()).toEqual([]);
  // Read in another tab: the house says that something has changed.
  unread = 0;
  push("notifications", "chat", { chatId: "chat-1", contactId: "support" });
  await expect.element(button()).toHaveAccessibleName("Sohbet");
});

it("on a phone a message that nobody has read stands on the button of the menu, also after a reload", async () => {
  await openApp("/rules", { size: PHONE });
  const menu = page.getByRole("banner").getByRole("button", { name: /^Menüyü aç/ });
  await expect.element(menu).toHaveAccessibleName("Menüyü aç");
  await expect.poll(() => isConnected("notifications")).toBe(true);
  answer("Bonusunuz tanımlandı.");
  await expect.element(menu).toHaveAccessibleName("Menüyü aç, 1 okunmamış mesaj");
  await reloadApp();
  await expect.element(menu).toHaveAccessibleName("Menüyü aç, 1 okunmamış mesaj");
});

it("messages that the house could not push are fetched once it says so", async () => {
  await visit();
  await openDesk();
  answer("birinci");
  await expectMessages(/birinci/);
  store("support", "ikinci");
  push("notifications", "chat", { chatId: "chat-1", contactId: "support", missed: true });
  await expectMessages(/birinci/, /ikinci/);
});

it("messages that the house could not push are fetched even where the chat itself is still being fetched", async () => {
  const late = Promise.withResolvers<void>();
  onCall("chat", async () => {
    const answer = chatAnswer();
    await late.promise;
    return answer;
  });
  await visit();
  await button().click();
  await chat().getByRole("button", { name: "Destek masası" }).first().click();
  await expect.poll(() => requestsOf("chat").length).toBe(1);
  store("support", "ikinci");
  const asked = requestsOf("chatContacts").length;
  push("notifications", "chat", { chatId: "chat-1", contactId: "support", missed: true });
  await expect.poll(() => requestsOf("chatContacts").length).toBeGreaterThan(asked);
  late.resolve();
  await expectMessages(/ikinci/);
});

it("a message that could not be sent waits, is sent again when asked, and stands once", async () => {
  await visit();
  await openDesk();
  onCall("sendMessage", LOST);
  await field().fill("birinci mesaj");
  await userEvent.keyboard("{Enter}");
  await expect.element(chat().getByText("Gönderilemedi")).toBeVisible();
  restoreCall("sendMessage");
  onCall("sendMessage", ({ body }) => ({ message: receive(body), userChatList: {} }));
  // It waits, whatever the player does meanwhile.
  await chat().getByRole("button", { name: "Kapat", exact: true }).click();
  await expect.element(chat()).not.toBeInTheDocument();
  await button().click();
  await again().click();
  await expect.element(again()).not.toBeInTheDocument();
  await expectMessages(/birinci mesaj\d\d:\d\d$/);

  // Stored, and only the answer is lost: the house says by the socket that it has it.
  onCall("sendMessage", ({ body }) => {
    pushMessage(receive(body));
    return LOST;
  });
  await field().fill("ikinci mesaj");
  await userEvent.keyboard("{Enter}");
  await expectMessages(/birinci mesaj\d\d:\d\d$/, /ikinci mesaj\d\d:\d\d$/);
  await expect.element(again()).not.toBeInTheDocument();
  // Each with an id of its own, the second try of the first with the same one.
  const ids = requestsOf("sendMessage").map(({ body }) => (body as { clientId: string }).clientId);
  expect(ids[0]).toBe(ids[1]);
  expect(new Set(ids).size).toBe(2);
});

it("the list of contacts folds to a strip, names everybody, and has the player's own status", async () => {
  const friend = contact({ id: "2", name: "Grace", username: "demo2", status: "away" });
  onCall("updateChatUser", ({ body }) => ({
    id: ME,
    name: "Ada",
    status: (body as { status: "online" }).status,
    chatList: {},
  }));
  await visit();
  await openDesk();
  const contacts = chat().getByRole("navigation", { name: "Kişiler" });
  expect(getComputedStyle(contacts.element()).width).toBe("64px");
  await chat().getByRole("button", { name: "Kişi listesini aç" }).click();
  await expect.element(field()).not.toBeInTheDocument();
  await expect.element(contacts.getByText("Çevrimiçi").first()).toBeVisible();
  await expectCount(contacts.getByRole("listitem"), 1);
  // Whom the operator introduces is there by itself, with their username; the desk is marked as the house's.
  onCall("chatContacts", () => [contact(), friend]);
  push("notifications", "chat", { chatId: "chat-2", contactId: "2" });
  await expectCount(contacts.getByRole("listitem"), 2);
  await expect.element(contacts.getByRole("listitem").nth(0)).toMatchTextContent(/Destek masası.*İşletmenin kendisi/);
  await expect.element(contacts.getByRole("listitem").nth(1)).toMatchTextContent("@demo2");
  await chat().getByLabelText("Durumunuz").selectOptions("do-not-disturb");
  await expect.poll(() => requestsOf("updateChatUser").map(({ body }) => body)).toEqual([{ status: "do-not-disturb" }]);
  await expect.element(chat().getByLabelText("Durumunuz")).toHaveValue("do-not-disturb");
  // What is chosen without a network is refused at once, and not sent later.
  setOnline(false);
  await chat().getByLabelText("Durumunuz").selectOptions("away");
  await expect.element(page.getByText(/bağlantı/i).first()).toBeVisible();
  await expect.element(chat().getByLabelText("Durumunuz")).toHaveValue("do-not-disturb");
  setOnline(true);
  await chat().getByLabelText("Durumunuz").selectOptions("online");
  await expect
    .poll(() => requestsOf("updateChatUser").map(({ body }) => body))
    .toEqual([{ status: "do-not-disturb" }, { status: "online" }]);
});

it("says that it loads and that it failed, and a message that comes while the chat is fetched stands in it", async () => {
  onCall("chatContacts", HANG);
  await visit();
  (button().element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expectCount(chat().getByRole("status").filter({ hasText: "Yükleniyor" }), 1);

  store("support", "Hoş geldiniz.");
  onCall("chatContacts", () => [contact()]);
  onCall("chat", refuse(ErrorCode.NotPermitted));
  await visit();
  await button().click();
  await chat().getByRole("button", { name: "Destek masası" }).first().click();
  await expect.element(chat().getByRole("alert")).toBeVisible();
  onCall("chat", () => chatAnswer());
  await chat().getByRole("button", { name: "Yeniden dene" }).click();
  await expectMessages(/Hoş geldiniz/);

  // Said while the first answer is on its way, and not in it.
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  onCall("chat", async () => {
    const before = chatAnswer();
    await held;
    return before;
  });
  viewChat({ contactId: null, listOpen: true });
  await visit();
  const asked = requestsOf("chat").length;
  await button().click();
  await chat().getByRole("button", { name: "Destek masası" }).first().click();
  await expect.poll(() => requestsOf("chat").length).toBe(asked + 1);
  answer("Bir sorunuz var mı?");
  onCall("chat", () => chatAnswer());
  letGo();
  await expectMessages(/Hoş geldiniz/, /Bir sorunuz var mı/);

  setOnline(false);
  await expect.element(chat().getByText("Gördükleriniz eski olabilir.")).toBeVisible();
  await expectMessages(/Hoş geldiniz/, /Bir sorunuz var mı/);
  setOnline(true);
  await expect.element(chat().getByText("Gördükleriniz eski olabilir.")).not.toBeInTheDocument();
});

it("a long chat is paged backwards, and what is being looked at stays where it is", async () => {
  onCall("chat", ({ query }) => {
    const end = Number(query["before"] ?? "251");
    const first = Math.max(1, end - 200);
    const page = Array.from({ length: end - first }, (_, n) => first + n);
    return {
      chat: {
        id: "chat-1",
        dialog: page.map((id) => ({ id, who: "support", message: `mesaj ${id}`, time: NOON })),
        older: first > 1,
      },
      userChatList: {},
    };
  });
  await visit();
  await openDesk();
  await expect.element(messages().last()).toMatchTextContent("mesaj 250");
  const older = chat().getByRole("button", { name: "Daha eski mesajlar" });
  older.element().scrollIntoView();
  const place = () => messages().filter({ hasText: "mesaj 53" }).element().getBoundingClientRect().y;
  const before = place();
  (older.element() as HTMLElement).focus({ preventScroll: true });
  await userEvent.keyboard("{Enter}");
  await expectCount(messages(), 250);
  await expect.element(older).not.toBeInTheDocument();
  expect(Math.abs(place() - before)).toBeLessThan(2);
  await expect.element(chat().getByRole("log")).toHaveFocus();
});

it("the number on the button and the one in its accessible name are the same at every moment", async () => {
  await visit();
  const seen: string[] = [];
  const element = button().element();
  const observer = new MutationObserver(() => {
    const name = element.getAttribute("aria-label") ?? "";
    seen.push(`${element.textContent || "none"}: ${name}`);
  });
  observer.observe(element, { subtree: true, childList: true, characterData: true, attributes: true });
  answer("Merhaba.");
  await expect.element(button()).toHaveAccessibleName("Sohbet, 1 okunmamış mesaj");
  answer("Bir şey daha.");
  await expect.element(button()).toHaveAccessibleName("Sohbet, 2 okunmamış mesaj");
  await openDesk();
  await expect.element(button()).toHaveAccessibleName("Sohbet");
  observer.disconnect();
  expect([...new Set(seen)]).toEqual(["1: Sohbet, 1 okunmamış mesaj", "2: Sohbet, 2 okunmamış mesaj", "none: Sohbet"]);
});
