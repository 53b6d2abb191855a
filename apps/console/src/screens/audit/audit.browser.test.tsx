/** The audit log with scripted answers: its rows, one of them, its chain, and its states. */
import { ErrorCode } from "@reelcast/contract";
import type { AuditPage } from "@reelcast/contract/console";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "../../testing/accessibility.ts";
import { meAs } from "../../testing/answers.ts";
import { rows } from "../../testing/audit.ts";
import { AT } from "../../testing/desk.ts";
import { PHONE, openAt } from "../../testing/openConsole.ts";
import { HANG, onCall, refuse, requestsOf, setOnline } from "../../testing/scriptedServer.ts";

describe("the audit log", () => {
  beforeEach(() => {
    onCall("audit", ({ query }: { query: Record<string, string> }) =>
      query["after"] === undefined ? rows(500) : { items: [], older: null, newer: 500 },
    );
    onCall("auditWords", { by: ["Mehmet"], acts: ["player.note"] });
    onCall("auditChain", { head: { seq: 500, hash: "00" }, verified: null });
    onCall("auditEntry", {
      ...(rows(500).items[0] as AuditPage["items"][number]),
      before: { balance: 5, state: "free" },
      after: { balance: 7, state: "free" },
      hash: "ab".repeat(32),
    });
  });

  it("draws the rows in sight alone, opens one with its states, and keeps its filters in the address", async () => {
    await openAt("/audit?by=Mehmet");
    await expect.element(page.getByText("row 500")).toBeVisible();
    expect(document.querySelectorAll("[data-row]").length).toBeLessThan(60);
    expect(requestsOf("audit")[0]?.query).toMatchObject({ by: "Mehmet" });
    await page.getByRole("button", { name: "player.note" }).first().click();
    await expect.element(page.getByRole("row", { name: /balance/ })).toMatchTextContent("57");
    await expectAccessible("audit, row", "[role=dialog]");
  });

  it("is saved for the spreadsheet of the reader's language, or for another one", async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    onCall(
      "exportAudit",
      () => new Response("\ufeffseq", { headers: { "content-type": "text/csv", "X-Total-Count": "0" } }),
    );
    const browser = vi.spyOn(navigator, "language", "get").mockReturnValue("en-GB");
    await openAt("/audit");
    const save = page.getByRole("button", { name: "Export CSV" });
    await save.click();
    await expect.poll(() => saved.mock.calls.length).toBe(1);
    expect(requestsOf("exportAudit")[0]?.query).toMatchObject({ separator: "comma" });
    await page.getByLabelText("Format of the file").selectOptions("CSV: semicolons, 12,50");
    await save.click();
    await expect.poll(() => saved.mock.calls.length).toBe(2);
    expect(requestsOf("exportAudit")[1]?.query).toMatchObject({ separator: "semicolon" });
    for (const spy of [saved, browser]) spy.mockRestore();
  });

  it("names a break of the chain", async () => {
    await openAt("/audit", { size: PHONE });
    onCall("verifyAudit", {
      head: { seq: 501, hash: "00" },
      verified: { at: AT, by: "Ayşe", broken: "row 3 is missing", rows: 2, seq: 500 },
    });
    await page.getByRole("button", { name: "Verify the chain" }).click();
    await expect.element(page.getByText(/THE CHAIN IS BROKEN.*row 3 is missing/)).toBeVisible();
    await expectAccessible("audit, phone, broken");
  });

  it("has no rows, can't be loaded, loads, and is not for everybody", async () => {
    onCall("audit", { items: [], older: null, newer: 0 });
    await openAt("/audit?by=Nobody");
    await expect.element(page.getByText("No such rows")).toBeVisible();
    onCall("audit", HANG);
    onCall("auditChain", HANG);
    await openAt("/audit");
    await expect.element(page.getByRole("status").filter({ hasText: "Loading" }).first()).toBeInTheDocument();
    expect(page.getByText("never verified").elements(), "said before it is known").toHaveLength(0);
    onCall("audit", refuse(ErrorCode.InternalError));
    onCall("auditChain", refuse(ErrorCode.InternalError));
    await openAt("/audit");
    await expect.poll(() => page.getByText("Could not be loaded").elements().length).toBe(2);
    expect(page.getByText("never verified").elements(), "said although it is not known").toHaveLength(0);
    onCall("audit", rows(3));
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.element(page.getByText("row 3")).toBeVisible();
    onCall("me", meAs("cashier"));
    await openAt("/audit");
    await expect.element(page.getByText("Your roles do not include this screen")).toBeVisible();
  });

  it("keeps its rows where older ones can't be read or there is no network, and asks again on request alone", async () => {
    const page1 = { ...rows(20), older: 1 };
    onCall("audit", ({ query }: { query: Record<string, string> }) =>
      query["before"] !== undefined
        ? refuse(ErrorCode.NotPermitted)
        : query["after"] === undefined
          ? page1
          : { items: [], older: null, newer: 20 },
    );
    await openAt("/audit");
    await expect.element(page.getByText("row 20")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Try again" })).toBeVisible();
    await expectAccessible("audit, older not read", "main");
    const asked = () => requestsOf("audit").filter(({ query }) => query["before"] !== undefined).length;
    const before = asked();
    expect(before).toBeLessThan(4);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.poll(asked).toBe(before + 1);
    setOnline(false);
    await expect.element(page.getByText(/This device has no network/)).toBeVisible();
    await expect.element(page.getByText("row 20")).toBeVisible();
  });
});
