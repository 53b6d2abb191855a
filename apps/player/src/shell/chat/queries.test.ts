/** What is pushed while an older answer is still on its way is not lost. */
import type { ChatMessage } from "@reelcast/contract";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";
import { addMessage, chatQuery, contactsQuery, fetchOlder, refreshContacts } from "./queries.ts";

const said = (id: number): ChatMessage => ({ id, who: "support", message: `${id}`, time: "2026-11-21T12:00:00.000Z" });
const answerOf = (ids: number[], older = false) => ({
  chat: { id: "chat", dialog: ids.map(said), older },
  userChatList: {},
});

/** Requests wait until they are answered, in the order in which they were made. */
function holdRequests() {
  const held: { url: string; answer: (body: unknown) => void }[] = [];
  vi.stubGlobal(
    "fetch",
    (url: string) =>
      new Promise<Response>((resolve) => held.push({ url, answer: (body) => resolve(Response.json(body)) })),
  );
  const next = async () => {
    await vi.waitFor(() => expect(held.length).toBeGreaterThan(0));
    const request = held.shift();
    if (!request) throw new Error("Nothing was asked for.");
    return request;
  };
  return { next, waiting: () => held.length };
}
afterEach(() => vi.unstubAllGlobals());
const shown = (queries: QueryClient) =>
  queries.getQueryData(chatQuery("support").queryKey)?.dialog.map(({ message }) => message);

it("a message that comes while the chat is first fetched stands in it", async () => {
  const requests = holdRequests();
  const queries = new QueryClient();
  const fetching = queries.fetchQuery(chatQuery("support"));
  const first = await requests.next();
  const adding = addMessage(queries, "support", said(1));
  first.answer(answerOf([]));
  await Promise.all([fetching, adding]);
  expect(shown(queries)).toEqual(["1"]);
});

it("one that comes while it is fetched again is there at once, and stays", async () => {
  const requests = holdRequests();
  const queries = new QueryClient();
  queries.setQueryData(chatQuery("support").queryKey, answerOf([1]).chat);
  const fetching = queries.fetchQuery(chatQuery("support"));
  const again = await requests.next();
  const adding = addMessage(queries, "support", said(2));
  expect(shown(queries)).toEqual(["1", "2"]);
  again.answer(answerOf([1]));
  await Promise.all([fetching, adding]);
  expect(shown(queries)).toEqual(["1", "2"]);
});

it("a message in a chat that nobody has opened fetches nothing, which would read it", async () => {
  const requests = holdRequests();
  const queries = new QueryClient();
  await addMessage(queries, "support", said(1));
  expect([requests.waiting(), shown(queries)]).toEqual([0, undefined]);
});

it("contacts that change while they are first fetched are fetched once more", async () => {
  const requests = holdRequests();
  const queries = new QueryClient();
  const stop = new QueryObserver(queries, contactsQuery).subscribe(() => undefined);
  const first = await requests.next();
  const desk = { id: "support", name: "Support", avatar: null, status: "online", unread: 0 };
  const refreshing = refreshContacts(queries);
  first.answer([desk]);
  (await requests.next()).answer([{ ...desk, unread: 1 }]);
  await refreshing;
  expect(queries.getQueryData(contactsQuery.queryKey)?.[0]?.unread).toBe(1);
  stop();
});

it("older messages come before those that are there, and stay when the newest are fetched again", async () => {
  const requests = holdRequests();
  const queries = new QueryClient();
  queries.setQueryData(chatQuery("support").queryKey, answerOf([3, 4], true).chat);
  const asking = fetchOlder(queries, "support");
  const older = await requests.next();
  expect(older.url).toContain("before=3");
  older.answer(answerOf([1, 2]));
  await asking;
  expect(shown(queries)).toEqual(["1", "2", "3", "4"]);
  const fetching = queries.fetchQuery(chatQuery("support"));
  (await requests.next()).answer(answerOf([4, 5], true));
  await fetching;
  expect(shown(queries)).toEqual(["1", "2", "3", "4", "5"]);
  expect(queries.getQueryData(chatQuery("support").queryKey)?.older).toBe(false);
});
