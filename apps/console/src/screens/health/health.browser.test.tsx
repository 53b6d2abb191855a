/** The health of the house with scripted answers: good and bad, one process and several, empty, old, offline, not loaded. */
import { ErrorCode } from "@reelcast/contract";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "../../testing/accessibility.ts";
import { meAs } from "../../testing/answers.ts";
import { AT, SAMPLES, healthAs, node } from "../../testing/health.ts";
import { PHONE, openAt } from "../../testing/openConsole.ts";
import { onCall, refuse, requestsOf } from "../../testing/scriptedServer.ts";

const subject = (name: string) =>
  page.getByRole("region", { name: "The state now" }).getByRole("listitem").filter({ hasText: name });
const again = () => page.getByRole("button", { name: "Try again" });

beforeEach(() => {
  onCall("health", healthAs());
  onCall("healthSamples", SAMPLES);
  onCall("healthLeases", { items: [{ machineId: 1, machine: "Copper Canyon", node: "only", epoch: 3 }], next: null });
});

describe("the state of the house", () => {
  it.each([
    ["a desktop", undefined],
    ["a phone", PHONE],
  ])("is said in words and figures on %s, with the last hour as charts", async (_, size) => {
    await openAt("/health", size ? { size } : {});
    await expect.element(subject("Disk")).toMatchTextContent(/Good.*80 GB free of 100 GB/);
    await expect.element(page.getByText("Press → accepted")).toBeVisible();
    await expect.element(page.getByText("5 ms", { exact: true })).toBeVisible();
    const callTimes = page.getByRole("figure").filter({ hasText: "Duration of calls" });
    await expect.element(callTimes).toMatchTextContent(/duration, 95 %\s*45 ms/);
    await expect.element(subject("Months of the logs")).toMatchTextContent(/Good.*2 months are ready ahead/);
    // A figure that this process does not have has no chart.
    expect(page.getByText("Picture freezes a minute").elements()).toHaveLength(0);
    expect(document.querySelectorAll("canvas").length).toBeGreaterThan(1);
  });

  it("names what is wrong, by a word, for each subject", async () => {
    onCall(
      "health",
      healthAs({
        nodes: [node("floor-1"), node("floor-2", { state: "silent", version: "0.0.9" })],
        machines: { inPlay: 10, closed: 0, outOfOrder: 0, quarantined: 1, withoutNode: 2 },
        database: { embedded: false, bytes: null, standbys: [{ state: "streaming", count: 1, lagSeconds: 30 }] },
        disk: { freeBytes: 1e9, totalBytes: 100e9, dataBytes: null },
        backup: { known: true, at: null, bytes: null },
        ledger: { checkedAt: AT, broken: 1, attention: 0, fullAt: null },
        transfers: { unresolved: [{ state: "manual", count: 2, oldestSeconds: 300 }], suspensions: 1 },
        logMonthsAhead: 0,
      }),
    );
    await openAt("/health");
    for (const name of ["Machines", "Disk", "Last backup", "Ledger check"])
      await expect.element(subject(name).first()).toMatchTextContent("Something is wrong");
    for (const name of ["Processes", "Database", "Unresolved transfers", "Months of the logs"])
      await expect.element(subject(name).first()).toMatchTextContent("To be looked at");
    await expect.element(subject("Processes")).toMatchTextContent("Silent: 1");
    await expect.element(subject("Months of the logs")).toMatchTextContent("The next month was not made.");
    await expect.element(page.getByRole("row", { name: /floor-2/ })).toMatchTextContent("silent");
    await expectAccessible("health, wrong", "main");
  });

  it("a disk of which hardly anything is left says what is refused", async () => {
    onCall("health", healthAs({ disk: { freeBytes: 2e8, totalBytes: 1e9, dataBytes: null, level: "full" } }));
    await openAt("/health");
    await expect.element(subject("Disk")).toMatchTextContent("Something is wrong");
    await expect.element(subject("Disk")).toMatchTextContent("New games, deposits and seats are refused");
    await expectAccessible("health, disk full", "main");
  });

  it("a disk whose space is short is to be looked at", async () => {
    onCall("health", healthAs({ disk: { freeBytes: 4e8, totalBytes: 1e9, dataBytes: null, level: "low" } }));
    await openAt("/health");
    await expect.element(subject("Disk")).toMatchTextContent("To be looked at");
    await expect.element(subject("Disk")).toMatchTextContent("Space is short");
  });

  it("that can't be known is said to be unknown, not good", async () => {
    onCall(
      "health",
      healthAs({
        backup: { known: false, at: null, bytes: null },
        disk: { freeBytes: null, totalBytes: null, dataBytes: null },
      }),
    );
    await openAt("/health");
    for (const name of ["Disk", "Last backup"]) await expect.element(subject(name)).toMatchTextContent("Not known");
  });
});

describe("processes", () => {
  it("are asked for their own figures", async () => {
    onCall("health", healthAs({ nodes: [node("edge-1"), node("floor-1")] }));
    onCall("healthSamples", ({ query }: { query: Record<string, string> }) => ({
      ...SAMPLES,
      node: query["node"] ?? "edge-1",
    }));
    await openAt("/health");
    await page.getByRole("combobox", { name: "Process" }).selectOptions("floor-1");
    await expect.element(page.getByText(/Process: floor-1/)).toBeVisible();
    expect(requestsOf("healthSamples").at(-1)?.query).toMatchObject({ node: "floor-1" });
  });

  it("and their leases are read page by page when asked for; a page that fails leaves those that are there", async () => {
    onCall("healthLeases", ({ query }: { query: Record<string, string> }) =>
      query["after"] === undefined
        ? { items: [{ machineId: 1, machine: "Copper Canyon", node: null, epoch: 3 }], next: 1 }
        : refuse(ErrorCode.InternalError),
    );
    await openAt("/health");
    expect(requestsOf("healthLeases")).toHaveLength(0);
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await expect.element(page.getByText("1 · Copper Canyon")).toBeVisible();
    await page.getByRole("button", { name: "More", exact: true }).click();
    await expect.element(page.getByRole("alert").filter({ hasText: /./ }).first()).toBeVisible();
    await expect.element(page.getByText("1 · Copper Canyon")).toBeVisible();
    await expectAccessible("health, leases", "main");
    onCall("healthLeases", { items: [{ machineId: 2, machine: "Royal Sevens", node: "only", epoch: 1 }], next: null });
    await page.getByRole("button", { name: "More", exact: true }).click();
    await expect.element(page.getByText("2 · Royal Sevens")).toBeVisible();
  });
});

describe("other states", () => {
  it("no figures yet, and no machines", async () => {
    onCall("healthSamples", { ...SAMPLES, at: [], series: {} });
    onCall("healthLeases", { items: [], next: null });
    await openAt("/health");
    await expect.element(page.getByText("No figures yet")).toBeVisible();
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await expect.element(page.getByText("The house has no machines yet.")).toBeVisible();
    await expectAccessible("health, empty", "main");
  });

  it("old figures say that they are old, and why, until they are read again", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout"] });
    await openAt("/health");
    await expect.element(subject("Disk")).toMatchTextContent("Good");
    onCall("health", refuse(ErrorCode.InternalError));
    // The next reading, and the times that it is tried again.
    for (let seconds = 0; seconds < 20; seconds += 1) await vi.advanceTimersByTimeAsync(1_000);
    vi.useRealTimers();
    await expect.element(page.getByText(/As of .*it could not be read again/)).toBeVisible();
    await expect.element(subject("Disk")).toMatchTextContent("Good");
    await expectAccessible("health, old", "main");
    onCall("health", healthAs());
    await again().click();
    await expect.element(page.getByText(/it could not be read again/)).not.toBeInTheDocument();
  });

  it("are for those who may see the floor", async () => {
    onCall("me", { ...meAs("viewer"), permissions: [] });
    await openAt("/health");
    await expect.element(page.getByText("Your roles do not include this screen")).toBeVisible();
    expect(requestsOf("health")).toHaveLength(0);
  });
});
