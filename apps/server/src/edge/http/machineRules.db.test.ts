/** The rules of machines over HTTP: of a game that the house knows, and what an operator enters with `house machine rules`. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ErrorCode, LoginAnswer, MAX_RULES_FILE, MachineResults, MachineRules } from "@reelcast/contract";
import { figuresOf, gameOf } from "@reelcast/machine";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createApp } from "../../app.ts";
import { createCommandContext } from "../../cli/commandContext.ts";
import { createProgram } from "../../cli/program.ts";
import { PASSWORD, openTestApp } from "../../testing.ts";
import type { TestApp } from "../../testing.ts";

let house: TestApp;
let token: string;
let folder: string;
const PDF = "%PDF-1.4\n% <html><script>alert(1)</script>\ntrailer\n<<>>\n%%EOF\n";

const ask = (path: string, asked = token) =>
  house.http.inject({ url: `/api/v1${path}`, headers: asked ? { authorization: `Bearer ${asked}` } : {} });
const rulesOf = async (id: number) => MachineRules.parse((await ask(`/machine/${id}/rules`)).json());
/** As `npm run house` does: on connections of its own, in another process. */
async function command(...words: string[]): Promise<void> {
  const log = pino({ level: "silent" });
  const printed = vi.spyOn(console, "log").mockImplementation(() => {});
  const program = createProgram(async (work) => {
    const app = await createApp(house.domain.config, { role: "cli", log });
    try {
      await work(createCommandContext(app.domain, log));
    } finally {
      await app.close();
    }
  });
  await program.parseAsync(["node", "house", ...words]).finally(() => printed.mockRestore());
}
async function enter(id: number, content: string | Buffer, name = "rules"): Promise<void> {
  const file = join(folder, name);
  await writeFile(file, content);
  await command("machine", "rules", String(id), file);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "reelcast-rules-"));
  house = await openTestApp();
  await house.addPlayer("reader");
  const login = await house.http.inject({
    method: "POST",
    url: "/api/v1/login",
    payload: { username: "reader", password: PASSWORD, site_id: 2008 },
  });
  ({ token } = LoginAnswer.parse(login.json()));
  await command("brand", "add", "North");
  await command("machine", "add", "North", "Sevens", "--skin", "royal-sevens");
  await command("machine", "add", "North", "Fire", "--skin", "polar-fire");
  await command("machine", "add", "North", "Cabinet", "--skin", "polar-fire");
  // A machine of another maker.
  await house.database.superuser.updateTable("machines").set({ driver: "sas" }).where("id", "=", 3).execute();
});
afterAll(async () => {
  await house.close();
  await rm(folder, { recursive: true });
});

it("are those of the game, with its exact figures, which are computed once for each version of it", async () => {
  const { game, document, name, jackpotShare } = await rulesOf(1);
  expect({ document, name, jackpotShare }).toEqual({ document: null, name: "Sevens", jackpotShare: 0 });
  const definition = gameOf("classic");
  const { version, byLines } = figuresOf(definition);
  expect(game).toMatchObject({
    version,
    reels: 3,
    rows: 3,
    lines: definition.lines,
    lineChoices: [1, 3, 5],
    hold: { oneIn: 96 },
    gamble: null,
    freeSpins: null,
    figures: byLines.map(({ parts: _parts, ...figures }) => figures),
  });
  expect(game?.lineBets).toEqual([50, 100, 200, 250, 500, 1_000, 2_500, 5_000]);
  expect(game?.symbols[0]).toEqual({
    role: "line",
    picture: "seven",
    reels: [1, 2, 3],
    pays: [{ count: 3, pay: 500 }],
  });
  expect(game?.symbols.find(({ picture }) => picture === "cherry")?.pays).toEqual([
    { count: 3, pay: 15 },
    { count: 2, pay: 3 },
    { count: 1, pay: 1 },
  ]);
  const stored = await house.database.db.selectFrom("game_figures").select(["version", "computed_at"]).execute();
  expect(stored).toMatchObject([{ version }]);
  await rulesOf(1);
  expect(await house.database.db.selectFrom("game_figures").select(["version", "computed_at"]).execute()).toEqual(
    stored,
  );
});

it("say what wild, scatter, free spins and jackpots do", async () => {
  await command(
    "jackpot",
    "add",
    "Grand",
    "North",
    "--percent",
    "1.5",
    "--seed",
    "1000.00",
    "--maximum",
    "5000.00",
    "--why",
    "test",
  );
  const { game, jackpotShare } = await rulesOf(2);
  expect(jackpotShare).toBeCloseTo(0.015, 10);
  expect(game?.freeSpins).toMatchObject({ scatters: 3, spins: 10, multiplier: 2, maxSpins: 50 });
  expect(game?.freeSpins?.oneIn).toBeCloseTo(150.297, 3);
  expect(game?.symbols.find(({ role }) => role === "wild")).toEqual({
    role: "wild",
    picture: "wild",
    reels: [2, 3, 4],
    // The game would pay wilds from the left: none is on the first reel.
    pays: [],
  });
  expect(game?.symbols.find(({ role }) => role === "scatter")?.pays[0]).toEqual({ count: 5, pay: 100 });
});

it("are not known of another machine until the operator enters them: a text, then a PDF, then none", async () => {
  expect(await rulesOf(3)).toMatchObject({ game: null, document: null });
  expect((await ask("/machine/3/rules.pdf")).json()).toMatchObject({ code: ErrorCode.NotFound });
  await enter(3, "Üç yedi: bahsin 50 katı\n<b>kalın değil</b>");
  expect((await rulesOf(3)).document).toMatchObject({
    kind: "text",
    text: "Üç yedi: bahsin 50 katı\n<b>kalın değil</b>",
  });
  expect((await ask("/machine/3/rules.pdf")).statusCode).toBe(404);
  await enter(3, PDF, "rules.html");
  expect((await rulesOf(3)).document).toMatchObject({ kind: "pdf", bytes: PDF.length });
  const file = await ask("/machine/3/rules.pdf");
  expect(file.body).toBe(PDF);
  expect(file.headers).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": 'attachment; filename="machine-3-rules.pdf"',
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  });
  const acts = await house.database.db.selectFrom("audit_log").selectAll().where("act", "=", "machine.rules").execute();
  expect(acts.map(({ target }) => target)).toEqual(["machine 3", "machine 3"]);
  await command("machine", "rules", "3", "--none");
  expect((await rulesOf(3)).document).toBeNull();
});

it("refuses what is no text and no PDF, what is too large, and a machine that is not there", async () => {
  await expect(enter(3, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff]))).rejects.toThrow("neither a PDF nor a text");
  await expect(enter(3, Buffer.alloc(MAX_RULES_FILE + 1, 65))).rejects.toThrow("larger than 2097152 bytes");
  await expect(command("machine", "rules", "3")).rejects.toThrow("Give a file, or --none.");
  await expect(enter(99, "text")).rejects.toThrow();
  expect((await rulesOf(3)).document).toBeNull();
});

it("stand next to the player's own results, of nobody else", async () => {
  const results = MachineResults.parse((await ask("/machine/1/results")).json());
  expect(results).toMatchObject({ games: 0, bet: 0, longestDryRun: 0, expectation: null });
  expect(results.machine).toEqual({ games: 0, hits: 0, longestDryRun: 0 });
  expect((await ask("/machine/99/results")).json()).toMatchObject({ code: ErrorCode.NotFound });
  expect((await ask("/machine/1/results", "")).statusCode).toBe(401);
});

it("are for players who are logged in", async () => {
  expect((await ask("/machine/1/rules", "")).statusCode).toBe(401);
  expect((await ask("/machine/3/rules.pdf", "")).statusCode).toBe(401);
  expect((await ask("/machine/99/rules")).json()).toMatchObject({ code: ErrorCode.NotFound });
  expect((await ask("/machine/0/rules")).json()).toMatchObject({ code: ErrorCode.InvalidRequest });
});

it("are not known of a machine that the player is not shown", async () => {
  await house.addPlayer("guest");
  await command("machine", "reserve", "2", "guest");
  const codes = async () =>
    Promise.all(
      ["rules", "results", "rules/file"].map(
        async (part) => (await ask(`/machine/2/${part}`)).json<{ code?: number }>().code,
      ),
    );
  // The house hides machines that are reserved for others.
  await vi.waitFor(async () =>
    expect(await codes()).toEqual([ErrorCode.NotFound, ErrorCode.NotFound, ErrorCode.NotFound]),
  );
  expect((await ask("/machine/1/rules")).statusCode).toBe(200);
  await command("machine", "release", "2");
  await vi.waitFor(async () => expect((await ask("/machine/2/rules")).statusCode).toBe(200));
});
