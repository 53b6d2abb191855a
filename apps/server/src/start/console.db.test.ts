/** The console's port at a start: the address, the first manager's link, and what keeps it closed. */
import { once } from "node:events";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, it } from "vitest";
import { dataPaths } from "../config.ts";
import { openTestApp } from "../testing.ts";
import type { TestApp } from "../testing.ts";
import { consolePortOf } from "./consoleAddress.ts";
import { openConsolePort } from "./console.ts";
import type { StartNotice } from "./options.ts";

const log = pino({ level: "silent" });
const PASSWORD = "long enough for staff";
let taken: ReturnType<typeof createServer>;
let port: number;
let app: TestApp;
const opened: AsyncDisposableStack[] = [];

beforeEach(async () => {
  taken = createServer();
  taken.listen(0, "127.0.0.1");
  await once(taken, "listening");
  port = (taken.address() as AddressInfo).port;
  app = await openTestApp({ CONSOLE_PORT: String(port) });
});
afterEach(async () => {
  for (const stack of opened.splice(0)) await stack.disposeAsync();
  taken.close();
  await app.close();
});
const freePort = async () => {
  taken.close();
  await once(taken, "close");
};
/** What the operator is shown of one start. */
async function start(): Promise<StartNotice[]> {
  const stack = new AsyncDisposableStack();
  opened.push(stack);
  const notices: StartNotice[] = [];
  const { domain, console, consolePort } = app;
  const parts = { domain, console: console && consolePort && { app: console, port: consolePort }, log };
  await openConsolePort(stack, parts, (one) => void notices.push(one));
  return notices;
}
const endAll = async () => {
  for (const stack of opened.splice(0)) await stack.disposeAsync();
};
const call = (path: string, body: object) =>
  fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

it("names its address, and a link for the first manager until somebody has used one", async () => {
  await freePort();
  const [first, invitation] = await start();
  expect(first).toEqual({ kind: "console", address: `http://localhost:${port}` });
  if (invitation?.kind !== "first manager") throw new Error("no link");
  expect(invitation.link).toMatch(new RegExp(`^http://localhost:${port}/link#link\\.[\\w-]{43}$`));
  await endAll();
  const [, next] = await start();
  if (next?.kind !== "first manager") throw new Error("no link");
  const tokenOf = (link: string) => link.split("#")[1] ?? "";
  const open = (link: string) => call("/link/open", { token: tokenOf(link), name: "Ayşe", password: PASSWORD });
  expect((await open(invitation.link)).status, "of the start before").toBe(403);
  expect((await open(next.link)).status).toBe(200);
  await endAll();
  expect(await start()).toEqual([{ kind: "console", address: `http://localhost:${port}` }]);
});

it("a port that is taken keeps the console closed, and nothing else", async () => {
  const notices = await start();
  expect(notices).toEqual([
    { kind: "warning", text: expect.stringMatching(/^The console is not open: CONSOLE_PORT \d+ is in use/) as string },
  ]);
});

it("a port that is taken and that the operator has not set is left to the other, and the next free one is used", async () => {
  const { place } = app.domain.config.console;
  if (!place) throw new Error("no console");
  place.to = place.from + 9;
  const [warning, opened, invitation] = await start();
  const found = app.consolePort?.number ?? 0;
  expect(found).toBeGreaterThan(port);
  expect(warning).toEqual({
    kind: "warning",
    text: expect.stringMatching(/^CONSOLE_PORT \d+ is in use: .* The next free port is taken\.$/) as string,
  });
  expect(opened).toEqual({ kind: "console", address: `http://localhost:${found}` });
  expect(invitation).toMatchObject({ link: expect.stringContaining(`http://localhost:${found}/link#`) as string });
  // Commands name that port while it is open.
  expect(await consolePortOf(app.domain.config)).toBe(found);
  await endAll();
  expect(await consolePortOf(app.domain.config)).toBe(port);
});

it("is open where its port can't be noted for commands", async () => {
  await freePort();
  await mkdir(dataPaths(app.domain.config.dataDir).consolePort);
  const [opened] = await start();
  expect(opened).toEqual({ kind: "console", address: `http://localhost:${port}` });
  expect(await consolePortOf(app.domain.config)).toBe(port);
});

it("so does a key that is missing or another one, while there are secrets", async () => {
  await freePort();
  await start();
  await endAll();
  const file = dataPaths(app.domain.config.dataDir).staffKey;
  await app.database.superuser
    .insertInto("staff")
    .values({
      name: "Ayşe",
      skeleton: "ayse",
      roles: ["manager"],
      password_hash: null,
      totp_secret: "1.a.b.c",
      totp_step: null,
      disabled_at: null,
      created_at: new Date(),
    })
    .execute();
  await rm(file);
  // A new process: the former has the key in memory.
  await app.reopen();
  expect(await start()).toEqual([
    { kind: "warning", text: expect.stringContaining("staff.key, is missing") as string },
  ]);
  await writeFile(join(dirname(file), "staff.key"), `${Buffer.alloc(32, 3).toString("base64url")}\n`);
  expect(await start()).toEqual([{ kind: "warning", text: expect.stringContaining("is not the key") as string }]);
});

it("is off where the operator wants none", async () => {
  const off = await openTestApp({ CONSOLE_PORT: "off" });
  expect(off.console).toBeNull();
  await off.close();
});
