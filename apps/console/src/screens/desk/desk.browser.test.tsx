/** The support desk with scripted answers: states, keys, languages, sizes. */
import { ErrorCode } from "@reelcast/contract";
import { ConsoleErrorCode } from "@reelcast/contract/console";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../../testing/accessibility.ts";
import { meAs } from "../../testing/answers.ts";
import { AT, CANNED, CONTEXT, COUNTS, chat, dialog } from "../../testing/desk.ts";
import { PHONE, openAt } from "../../testing/openConsole.ts";
import { LOST, onCall, refuse, requestsOf } from "../../testing/scriptedServer.ts";
import { push } from "../../testing/scriptedSockets.ts";

beforeEach(() => {
  onCall("deskChats", { items: [chat(7, "anna"), chat(8, "boris")], next: null, counts: COUNTS });
  onCall("deskDialog", dialog());
  onCall("deskContext", CONTEXT);
  onCall("deskPeople", { names: ["Ayşe", "Mehmet"] });
  onCall("cannedAnswers", CANNED);
  onCall("cannedHistory", { versions: [] });
});
afterEach(() => localStorage.clear());
const field = () => page.getByRole("textbox", { name: "Answer to anna" });

describe("the desk", () => {
  it("is a list, a chat and the player", async () => {
    await openAt("/desk/7");
    await expect.element(page.getByRole("log")).toMatchTextContent("Bonusum gelmedi");
    await expect.element(page.getByText("₺1,250.00")).toBeVisible();
  });

  it("sends an answer once, and keeps one that was not sent", async () => {
    await openAt("/desk/7");
    onCall("answerChat", LOST);
    await field().fill("Hemen bakıyorum.");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("alert").filter({ hasText: "Not sent" })).toBeVisible();
    await expectAccessible("desk, not sent", "main");
    onCall("answerChat", { id: 2, repeated: false });
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.element(page.getByText("Not sent")).not.toBeInTheDocument();
    const [first, second] = requestsOf("answerChat");
    expect(second?.body).toEqual(first?.body);
  });

  it("keeps what was written to a player while another chat is open, and says which answer was not sent", async () => {
    onCall("deskDialog", ({ params }) =>
      params["id"] === "8" ? dialog({ player: { id: 8, username: "boris", name: "Boris" } }) : dialog(),
    );
    await openAt("/desk/7");
    const lost = Promise.withResolvers<typeof LOST>();
    onCall("answerChat", () => lost.promise);
    await field().fill("Hemen bakıyorum.");
    await userEvent.keyboard("{Enter}");
    await field().fill("Bir de");
    await page.getByRole("button", { name: /boris/ }).click();
    await expect.element(page.getByRole("textbox", { name: "Answer to boris" })).toHaveValue("");
    lost.resolve(LOST);
    await expect.element(page.getByText("The answer to anna was not sent").first()).toBeVisible();
    await page.getByRole("button", { name: /anna/ }).click();
    await expect.element(field()).toHaveValue("Bir de");
    await expect.element(page.getByRole("alert").filter({ hasText: "Not sent" })).toBeVisible();
  });

  it("keeps the messages that newer ones move out of the newest hundred", async () => {
    const texts = (from: number) =>
      Array.from({ length: 100 }, (_, index) => {
        const id = from + index;
        return { id, at: AT, text: `no. ${id}.`, byDesk: false, by: null, clientId: null };
      });
    onCall("deskDialog", dialog({ messages: texts(101), older: true }));
    await openAt("/desk/7");
    await expect.element(page.getByText("no. 200.", { exact: true })).toBeInTheDocument();
    onCall("deskDialog", dialog({ messages: texts(1), older: false }));
    await page.getByRole("button", { name: "Earlier" }).click();
    await expect.element(page.getByText("no. 1.", { exact: true })).toBeInTheDocument();
    onCall("deskDialog", dialog({ messages: texts(103), older: true }));
    push("console", "chat", { key: "chat 7", kind: "chat", playerId: 7 });
    await expect.element(page.getByText("no. 202.", { exact: true })).toBeInTheDocument();
    const log = page.getByRole("log");
    for (const id of [1, 100, 101, 102, 103])
      await expect.element(log.getByText(`no. ${id}.`, { exact: true })).toBeInTheDocument();
    // Messages may lie between these and what was shown.
    onCall("deskDialog", dialog({ messages: texts(400), older: true }));
    push("console", "chat", { key: "chat 7", kind: "chat", playerId: 7 });
    await expect.element(log.getByText("no. 499.", { exact: true })).toBeInTheDocument();
    await expect.element(log.getByText("no. 202.", { exact: true })).not.toBeInTheDocument();
    await expect.element(page.getByRole("button", { name: "Earlier" })).toBeVisible();
  });

  it("finds a canned answer by /, and chooses it by the keyboard", async () => {
    await openAt("/desk/7");
    await field().fill("/ho");
    await expect.element(page.getByRole("option", { name: /hours/ })).toBeVisible();
    await expectAccessible("desk, canned", "main");
    await userEvent.keyboard("{Enter}");
    await expect.element(field()).toHaveValue("We are open every day.");
  });

  it("shows at once what another member does, and who has taken the chat", async () => {
    await openAt("/desk/7");
    await expect.element(page.getByRole("log")).toBeVisible();
    onCall("assignChat", refuse(ConsoleErrorCode.ChatTaken, { person: "Mehmet" }));
    onCall("deskDialog", dialog({ assignedTo: "Mehmet" }));
    await page.getByRole("button", { name: "Take", exact: true }).click();
    await expect.element(page.getByText("Mehmet has taken this chat meanwhile.").first()).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Take over" })).toBeVisible();
    push("console", "chat", { key: "presence 7 Mehmet", kind: "presence", playerId: 7, by: "Mehmet", typing: true });
    await expect.element(page.getByText("Writing: Mehmet")).toBeVisible();
  });

  it("reads all again where changes may have been missed", async () => {
    await openAt("/desk/7");
    await expect.element(page.getByRole("log")).toMatchTextContent("Bonusum gelmedi");
    const read = (["deskChats", "deskDialog", "cannedAnswers"] as const).map((name) => [name, requestsOf(name).length]);
    push("console", "chat", { key: "missed", kind: "missed" });
    for (const [name, before] of read)
      await expect.poll(() => requestsOf(name as "deskChats").length).toBeGreaterThan(Number(before));
  });

  it("is one part after the other on a phone", async () => {
    await openAt("/desk", { size: PHONE });
    await page.getByRole("button", { name: /anna/ }).click();
    await expect.element(field()).toBeInViewport();
    await expectAccessible("desk, phone");
    await page.getByRole("button", { name: "Back to the list" }).click();
    await expect.element(page.getByRole("button", { name: /boris/ })).toBeVisible();
  });

  it("shows more chats than a page, by a press and by the keyboard, each once", async () => {
    const names = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => chat(from + index, `player${from + index}`));
    onCall("deskChats", ({ query }: { query: Record<string, string> }) => {
      if (query["after"] === undefined) return { items: names(1, 100), next: 100, counts: COUNTS };
      // One has moved while the pages were read.
      if (query["after"] === "100") return { items: names(100, 100), next: 199, counts: COUNTS };
      return { items: names(200, 5), next: null, counts: COUNTS };
    });
    await openAt("/desk");
    await page.getByRole("button", { name: "More chats" }).click();
    const entry = (id: number) => page.getByRole("button", { name: new RegExp(`^player${id}\\b`) });
    await expect.element(entry(101)).toHaveFocus();
    expect(document.querySelectorAll("li [data-chat]")).toHaveLength(199);
    await expectAccessible("desk, more", "main");
    entry(199).element().focus();
    await userEvent.keyboard("{ArrowDown}{Enter}");
    await expect.element(entry(200)).toHaveFocus();
    await expect.element(page.getByRole("button", { name: "More chats" })).not.toBeInTheDocument();
    await userEvent.keyboard("{ArrowUp}");
    await expect.element(entry(199)).toHaveFocus();
    // What changes is read again, all pages of it.
    onCall("deskChats", { items: [chat(300, "clara")], next: null, counts: COUNTS });
    push("console", "chat", { key: "chat 300", kind: "chat", playerId: 300 });
    await expect.element(page.getByRole("button", { name: /^clara/ })).toBeVisible();
    await expect.element(entry(1)).not.toBeInTheDocument();
  });

  it("says that the next chats could not be loaded, and tries again", async () => {
    onCall("deskChats", ({ query }: { query: Record<string, string> }) =>
      query["after"] === undefined ? { items: [chat(7, "anna")], next: 7, counts: COUNTS } : LOST,
    );
    await openAt("/desk");
    await page.getByRole("button", { name: "More chats" }).click();
    await expect.element(page.getByRole("alert").filter({ hasText: /./ }).first()).toBeVisible();
    await expect.element(page.getByRole("button", { name: /anna/ })).toBeVisible();
    onCall("deskChats", ({ query }: { query: Record<string, string> }) => ({
      items: [query["after"] === undefined ? chat(7, "anna") : chat(8, "boris")],
      next: query["after"] === undefined ? 7 : null,
      counts: COUNTS,
    }));
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.element(page.getByRole("button", { name: /boris/ })).toHaveFocus();
  });

  it("says that nobody waits, that the list could not be loaded, and who may not open it", async () => {
    onCall("deskChats", { items: [], next: null, counts: { ...COUNTS, waiting: 0 } });
    await openAt("/desk");
    await expect.element(page.getByText("Nobody waits")).toBeVisible();
    const [column, text] = [
      page.getByRole("region", { name: "Chats" }).element(),
      page.getByText("When a player writes").element(),
    ].map((element) => element.getBoundingClientRect());
    expect((text?.left ?? 0) - (column?.left ?? 0), "the text keeps away from the edge").toBeGreaterThanOrEqual(12);
    onCall("deskChats", LOST);
    await openAt("/desk");
    await expect.element(page.getByText("Could not be loaded")).toBeVisible();
    onCall("me", meAs("viewer"));
    await openAt("/desk");
    await expect.element(page.getByText("Your roles do not include this screen")).toBeVisible();
  });
});

describe("the desk, otherwise", () => {
  it("has a chat in which nothing was written, one that was closed, and one that there is none of", async () => {
    onCall("deskDialog", dialog({ messages: [], state: "none" }));
    await openAt("/desk/7");
    await expect.element(page.getByText("No messages yet")).toBeVisible();
    onCall("deskDialog", dialog({ state: "closed", closed: { at: AT, by: "Mehmet" } }));
    await openAt("/desk/7");
    await expect.element(page.getByText("Closed by Mehmet")).toBeVisible();
    onCall("deskDialog", refuse(ErrorCode.NotFound));
    onCall("deskContext", refuse(ErrorCode.NotFound));
    await openAt("/desk/7");
    await expect.poll(() => page.getByText("Could not be loaded").elements().length).toBe(2);
    await openAt("/desk/7", { size: PHONE });
    await expect.element(page.getByText("Could not be loaded").first()).toBeVisible();
    await expectAccessible("desk, no such player", "main");
    await page.getByRole("button", { name: "Back to the list" }).click();
    await expect.element(page.getByRole("button", { name: /boris/ })).toBeVisible();
  });

  it("says that the player's money is old where it could not be read again, and reads it on request", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout"] });
    await openAt("/desk/7");
    await expect.element(page.getByText("₺1,250.00")).toBeVisible();
    onCall("deskContext", refuse(ErrorCode.InternalError));
    // The next reading, and the times that it is tried again.
    for (let seconds = 0; seconds < 25; seconds += 1) await vi.advanceTimersByTimeAsync(1_000);
    vi.useRealTimers();
    await expect.element(page.getByText(/As of .*it could not be read again/)).toBeVisible();
    await expect.element(page.getByText("₺1,250.00")).toBeVisible();
    await expectAccessible("desk, old context", "main");
    onCall("deskContext", { ...CONTEXT, balance: 7_00 });
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.element(page.getByText("₺7.00")).toBeVisible();
    await expect.element(page.getByText(/it could not be read again/)).not.toBeInTheDocument();
  });
});
