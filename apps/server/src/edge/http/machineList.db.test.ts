/** The lists of machines over HTTP: pages, brands, words; and an operator's edit, which another process makes. */
import { ErrorCode, LoginAnswer } from "@reelcast/contract";
import type { Brand, BrandLobby, Machine } from "@reelcast/contract";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createApp } from "../../app.ts";
import { createCommandContext } from "../../cli/commandContext.ts";
import { createProgram } from "../../cli/program.ts";
import { PASSWORD, openTestApp } from "../../testing.ts";
import type { TestApp } from "../../testing.ts";

let house: TestApp;
let token: string;

const ask = (path: string, as = token) =>
  house.http.inject({ url: `/api/v1${path}`, headers: { authorization: `Bearer ${as}` } });
const list = async (query = "") => (await ask(`/machine/all${query}`)).json<Machine[]>();
const brands = async () => (await ask("/machine/brands")).json<Brand[]>();
/** As `npm run house` does: on connections of its own, in another process. */
async function command(...words: string[]): Promise<void> {
  const { config } = house.domain;
  const log = pino({ level: "silent" });
  const printed = vi.spyOn(console, "log").mockImplementation(() => {});
  const program = createProgram(async (work) => {
    const app = await createApp(config, { role: "cli", log });
    try {
      await work(createCommandContext(app.domain, log));
    } finally {
      await app.close();
    }
  });
  await program.parseAsync(["node", "house", ...words]).finally(() => printed.mockRestore());
}

/** @returns the token of a new player who has logged in */
async function newPlayer(username: string): Promise<string> {
  await house.addPlayer(username);
  const payload = { username, password: PASSWORD, site_id: 2008 };
  const login = await house.http.inject({ method: "POST", url: "/api/v1/login", payload });
  return LoginAnswer.parse(login.json()).token;
}

beforeAll(async () => {
  house = await openTestApp();
  token = await newPlayer("looker");
  for (const brand of ["North", "South"]) {
    await command("brand", "add", brand);
    for (const n of [1, 2, 3]) await command("machine", "add", brand, `${brand} ${n}`, "--skin", "polar-fire");
  }
  await vi.waitFor(async () => expect((await list()).filter(({ status }) => status === "available")).toHaveLength(6));
});
afterAll(() => house.close());

it("is the whole list in one order, which pages follow", async () => {
  const all = await list();
  expect(all.map(({ name }) => name)).toEqual(["North 1", "North 2", "North 3", "South 1", "South 2", "South 3"]);
  const paged: Machine[] = [];
  for (let cursor: string | undefined = ""; cursor !== undefined;) {
    const answer = await ask(`/machine/all?limit=4${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    paged.push(...answer.json<Machine[]>());
    cursor = answer.headers["x-next-cursor"] as string | undefined;
  }
  expect(paged).toEqual(all);
  expect((await ask("/machine/all")).headers).not.toHaveProperty("x-next-cursor");
});

it("is of a brand, of ids, of words", async () => {
  const [, south] = await brands();
  const [first, second] = await list();
  expect((await list(`?brand=${south?.id}&limit=2`)).map(({ name }) => name)).toEqual(["South 1", "South 2"]);
  expect(await list(`?ids=${second?.id},${first?.id},999999`)).toEqual([first, second]);
  expect((await list("?search=SOUTH+2")).map(({ name }) => name)).toEqual(["South 2"]);
  expect(await list(`?search=clas+north&games=${first?.game};`)).toHaveLength(3);
});

it.each([
  ["limit=0", ErrorCode.InvalidRequest],
  ["limit=1001", ErrorCode.InvalidRequest],
  ["cursor=somewhere", ErrorCode.InvalidRequest],
  ["ids=1;drop", ErrorCode.InvalidRequest],
  ["games=%27", ErrorCode.InvalidRequest],
  ["brand=999999", ErrorCode.NotFound],
])("refuses %s", async (query, code) => {
  expect((await ask(`/machine/all?${query}`)).json()).toMatchObject({ code });
});

it("reads brands and machines from the database once, and again after an edit in another process", async () => {
  const read = vi.spyOn(house.domain.storage.calls, "selectFrom");
  const tables = () => read.mock.calls.filter(([table]) => table === "machines" || table === "brands").length;
  await list();
  read.mockClear();
  for (let n = 0; n < 5; n += 1) {
    await list();
    await brands();
  }
  expect(tables()).toBe(0);
  const [machine] = await list();
  await command("machine", "reserve", String(machine?.id), "looker");
  await vi.waitFor(async () => expect((await list())[0]?.reservation).toMatchObject({ mine: true }));
  await command("brand", "add", "West");
  await vi.waitFor(async () => expect((await brands()).at(-1)).toMatchObject({ name: "West", machineCount: 0 }));
  read.mockRestore();
});

it("does not list a machine that is reserved for another player; to that player it says until when", async () => {
  const [brand] = await brands();
  const [first] = await list();
  const guest = await newPlayer("guest");
  await command("machine", "reserve", String(first?.id), "guest", "--hours", "1");
  try {
    await vi.waitFor(async () => expect((await list()).map(({ id }) => id)).not.toContain(first?.id));
    for (const query of [`?ids=${first?.id}`, `?search=${encodeURIComponent(first?.name ?? "")}`, "?limit=1"])
      expect((await list(query)).map(({ id }) => id)).not.toContain(first?.id);
    expect((await list(`?brand=${brand?.id}`)).map(({ id }) => id)).not.toContain(first?.id);
    const lobby = (await ask(`/machine/${brand?.id}`)).json<BrandLobby>();
    expect([lobby.machines.length, lobby.machineCount, lobby.freeCount]).toEqual([2, 2, 2]);
    expect((await brands())[0]).toMatchObject({ machineCount: 2, freeCount: 2 });

    const seen = (await ask("/machine/all", guest)).json<Machine[]>().find(({ id }) => id === first?.id);
    expect(seen?.reservation).toEqual({ mine: true, until: expect.any(String) });
  } finally {
    await command("machine", "release", String(first?.id));
  }
});
