/** Lets a player and a member of the staff (visitors.ts) use a house from a computer of a test, and says what must have happened. */
import { fileURLToPath } from "node:url";
import { expect } from "@playwright/test";
import type { Computer } from "./computer.ts";
import type { Seen, Visit } from "./visitors.ts";

const VISITORS = fileURLToPath(new URL("visitors.ts", import.meta.url));

/** @param authority file of the authority that they trust besides the usual ones */
export async function visit(computer: Computer, order: Visit, authority?: string): Promise<void> {
  const { code, output } = await computer.run([process.execPath, VISITORS, JSON.stringify(order)], {
    environment: authority === undefined ? {} : { NODE_EXTRA_CA_CERTS: authority },
  });
  expect({ code, output }).toMatchObject({ code: 0 });
  const { balances, changes, transactions, audit } = JSON.parse(output) as Seen;
  const [before, after] = balances;
  expect(before).toBeGreaterThan(0);
  expect(after).toBeLessThan(before);
  expect(changes).toBeGreaterThan(0);
  expect(transactions.lines).toBeGreaterThan(1);
  expect(audit.lines).toBeGreaterThan(2);
}
