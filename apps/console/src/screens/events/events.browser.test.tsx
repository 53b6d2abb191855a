/** Significant events in their list, in the work queue and as a count in the navigation, with scripted answers. */
import { ErrorCode } from "@reelcast/contract";
import type { NamedEvent, WorkItem } from "@reelcast/contract/console";
import { beforeEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "../../testing/accessibility.ts";
import { meAs } from "../../testing/answers.ts";
import { EVENTS, MACHINE, event } from "../../testing/events.ts";
import { floorOf } from "../../testing/floor.ts";
import { PHONE, openAt } from "../../testing/openConsole.ts";
import { AT } from "../../testing/records.ts";
import { onCall, refuse, requestsOf } from "../../testing/scriptedServer.ts";
import { isConnected, onSocketRequest, push, socketRequestsOf } from "../../testing/scriptedSockets.ts";

const button = (name: string) => page.getByRole("button", { name });

const item = (kind: string, rest: Partial<WorkItem> = {}): WorkItem => ({
  key: `event:${kind}/machine3@8`,
  kind: "event",
  since: AT,
  amount: null,
  player: null,
  machine: MACHINE,
  state: kind,
  detail: null,
  subject: "3",
  expiresAt: null,
  owner: null,
  events: { count: 1, facts: {} },
  ...rest,
});
const pageOf = (items: NamedEvent[], nextCursor: string | null = null) => ({ items, nextCursor });

beforeEach(() => {
  onCall("events", pageOf(EVENTS));
  onCall("floor", floorOf());
  onCall("workPeople", { names: [] });
});

describe("the list", () => {
  it("says in words what happened", async () => {
    await openAt("/events");
    await expect.element(page.getByText("Amount: ₺20,000 · Game: 12 · Bet: ₺1 · Win: ₺20,000")).toBeVisible();
    await expect.element(page.getByText("Reason: reel 2 stalled")).toBeInTheDocument();
    await expect.element(page.getByText("strength: 4")).toBeInTheDocument();
  });

  it("marks several at once, and those alone that nobody has seen", async () => {
    await openAt("/events");
    await page.getByRole("checkbox", { name: "Large win" }).click();
    await page.getByRole("checkbox", { name: "Tilt" }).click();
    expect(page.getByRole("checkbox", { name: "Door opened" }).elements()).toHaveLength(0);
    await expectAccessible("events, chosen", "main");
    onCall("seeEvents", { seen: [8, 9] });
    onCall("events", pageOf([]));
    await button("Mark 2 events as seen").click();
    await expect.element(page.getByText("2 events are marked as seen.")).toBeVisible();
    expect(requestsOf("seeEvents").map(({ body }) => body)).toEqual([{ eventIds: [9, 8] }]);
    await expect.element(page.getByText("No events")).toBeVisible();
  });

  it("keeps what is chosen where the mark is refused, and what is chosen while it is under way", async () => {
    await openAt("/events");
    await page.getByRole("checkbox", { name: "Large win" }).click();
    onCall("seeEvents", refuse(ErrorCode.ServiceUnavailable));
    await button("Mark 1 event as seen").click();
    await expect.poll(() => requestsOf("seeEvents").length).toBe(1);
    await expect.element(page.getByRole("checkbox", { name: "Large win" })).toBeChecked();
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    onCall("seeEvents", async () => {
      await held;
      return { seen: [9] };
    });
    await button("Mark 1 event as seen").click();
    await expect.poll(() => requestsOf("seeEvents").length).toBe(2);
    await page.getByRole("checkbox", { name: "Tilt" }).click();
    answer();
    await expect.element(page.getByText("is marked as seen")).toBeVisible();
    await expect.element(page.getByRole("checkbox", { name: "Tilt" })).toBeChecked();
  });

  it("chooses all that are listed, and says where somebody else was first", async () => {
    await openAt("/events");
    await page.getByRole("checkbox", { name: "All that are listed and not seen" }).click();
    onCall("seeEvents", { seen: [] });
    await button("Mark 4 events as seen").click();
    await expect.element(page.getByText("Somebody else has seen these already.")).toBeVisible();
  });

  it("is filtered by kind, machine and who has seen it, in the address", async () => {
    await openAt("/events");
    await page.getByRole("combobox", { name: "Kind" }).selectOptions("Tilt");
    await page.getByRole("combobox", { name: "Machine" }).selectOptions("Lantern Street");
    await button("Not seen").click();
    await expect
      .poll(() => requestsOf("events").at(-1)?.query)
      .toMatchObject({ kind: "tilt", machine: "3", seen: "no" });
    expect(location.search).toContain("seen=no");
  });

  it("says that all have been seen", async () => {
    onCall("events", pageOf([]));
    await openAt("/events?seen=no");
    await expect.element(page.getByText("All have been seen")).toBeVisible();
    await expectAccessible("events, all seen", "main");
  });

  it("is not for those who may not see events", async () => {
    onCall("me", meAs("viewer"));
    await openAt("/events");
    await expect.element(page.getByText("Your roles do not include this screen")).toBeVisible();
    expect(requestsOf("events")).toHaveLength(0);
  });
});

describe("the work queue", () => {
  const MANY = item("tilt", { events: { count: 240, facts: { reason: "reel 2 stalled" } } });
  it.each([
    ["a desktop", undefined],
    ["a phone", PHONE],
  ])("has alike events as one item, and marks those that it shows, on %s", async (_, size) => {
    const shown = [event(8, "tilt", { facts: { reason: "reel 2 stalled" } }), event(4, "tilt")];
    onCall("workQueue", {
      items: [MANY, item("doorOpened", { key: "event:doorOpened/machine3@2" })],
      isTruncated: false,
    });
    onCall("events", pageOf(shown, "4"));
    await openAt(`/queue?item=${encodeURIComponent(MANY.key)}`, size ? { size } : {});
    await expect.element(page.getByText("240 times")).toBeInTheDocument();
    await expect.element(page.getByText("The newest 2 of 240 are here.")).toBeVisible();
    expect(requestsOf("events").at(-1)?.query).toMatchObject({
      kind: "tilt",
      seen: "no",
      about: "machine",
      machine: "3",
    });
    await expectAccessible("work queue, events");
    onCall("seeEvents", { seen: [4, 8] });
    onCall("workQueue", { items: [], isTruncated: false });
    await button("Mark 2 events as seen").click();
    await expect.element(page.getByText("Nothing waits")).toBeVisible();
    expect(requestsOf("seeEvents").map(({ body }) => body)).toEqual([{ eventIds: [8, 4] }]);
  });

  it("keeps an item whose mark is refused", async () => {
    onCall("workQueue", { items: [MANY], isTruncated: false });
    onCall("events", pageOf([event(8, "tilt")]));
    await openAt(`/queue?item=${encodeURIComponent(MANY.key)}`);
    onCall("seeEvents", refuse(ErrorCode.ServiceUnavailable));
    await button("Mark as seen").click();
    await expect.poll(() => requestsOf("seeEvents").length).toBe(1);
    await expect.element(button("Mark as seen")).toBeEnabled();
    await expect.element(page.getByText("240 times")).toBeVisible();
  });
});

describe("the count in the navigation", () => {
  const link = (name: string) => page.getByRole("link", { name, exact: true });
  const change = (counts: Record<string, number>) => push("console", "queue", { key: "queue", counts });

  /** With `count` items, which were read before the connection began and once more after it: nothing is being read any more. */
  async function openConnected(count: number): Promise<void> {
    const answer = (length: number) => ({
      items: Array.from({ length }, (_, n) => item("tilt", { key: `event:tilt/machine${n}@8` })),
      isTruncated: false,
    });
    const connection = Promise.withResolvers<void>();
    onSocketRequest("console", "init", (params) => connection.promise.then(() => params));
    onCall("workQueue", answer(count + 1));
    await openAt("/account");
    await expect.element(link(`Work queue, ${count + 1} waiting`)).toBeVisible();
    onCall("workQueue", answer(count));
    connection.resolve();
    await expect.element(link(`Work queue, ${count} waiting`)).toBeVisible();
  }

  it("is read with the name of the screen, changes as the queue does, and is nothing while nothing waits", async () => {
    await openConnected(2);
    await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessible("count in the navigation");
    change({ transfer: 1, event: 119 });
    await expect.element(link("Work queue, 120 waiting")).toBeVisible();
    expect(link("Work queue, 120 waiting").element().querySelector("[data-count]")?.getAttribute("data-count")).toBe(
      "99+",
    );
    change({});
    await expect.element(link("Work queue")).toBeVisible();
    expect(link("Work queue").element().querySelector("[data-count]")).toBeNull();
  });

  it("is in the bar of a phone", async () => {
    onCall("workQueue", { items: [item("tilt")], isTruncated: false });
    await openAt("/account", { size: PHONE });
    await expect.element(link("Work queue, 1 waiting")).toBeVisible();
    await expectAccessible("count in the bar", "nav");
  });

  it("has no events for those who may not see them", async () => {
    onCall("me", meAs("viewer"));
    await openConnected(1);
    change({ transfer: 2, event: 5 });
    await expect.element(link("Work queue, 2 waiting")).toBeVisible();
  });

  it("is not asked for by those without the floor", async () => {
    onCall("me", meAs());
    await openAt("/account");
    await expect.poll(() => isConnected("console")).toBe(true);
    expect(requestsOf("workQueue")).toHaveLength(0);
    const followed = [...socketRequestsOf("console", "init"), ...socketRequestsOf("console", "follow")];
    expect(JSON.stringify(followed)).not.toContain("queue");
  });
});
