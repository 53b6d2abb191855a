/** What a session came to, over HTTP. */
import { ErrorCode, SessionStory } from "@reelcast/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openHistory } from "./testing/history.ts";

let house: Awaited<ReturnType<typeof openHistory>>;
beforeAll(async () => {
  house = await openHistory();
});
afterAll(() => house.close());

it("is money in and out, games, the best game with its record, and time", async () => {
  const { ann, bob } = await house.twoPlayers();
  const { machine, seat } = await house.evening(ann, "Lantern Street");
  const story = SessionStory.parse((await house.ask(ann, "session", { session: seat.sessionId })).json());
  expect(story).toMatchObject({
    session: seat.sessionId,
    machineId: machine,
    machine: "Lantern Street",
    played: 7_200,
    cashedIn: 50_000,
    // The hand pay went to the player's account.
    cashedOut: 2_048_750,
    games: 2,
    bet: 2_000,
    win: 2_000_750,
    best: { free: false, bet: 1_000, win: 2_000_000 },
  });
  const best = String(story.best?.number);
  const record = await house.ask(ann, "games", { session: seat.sessionId, game: best });
  expect(record.json()).toMatchObject({ games: [{ record: { number: story.best?.number, win: 2_000_000 } }] });
  expect((await house.ask(ann, "games", { session: seat.sessionId, game: "999999" })).json()).toMatchObject({
    games: [],
  });
  // Another player's is as one that does not exist.
  expect(await house.codeOf(bob, "session", { session: seat.sessionId })).toEqual([404, ErrorCode.NotFound]);
  expect(await house.codeOf(bob, "games", { session: seat.sessionId, game: best })).toEqual([404, ErrorCode.NotFound]);
});

it("is nothing where nothing was played, and runs until now while the session is open", async () => {
  const { ann } = await house.twoPlayers();
  const machine = await house.stage.machine("Empty");
  const seat = await house.stage.sit(ann, machine, house.ago(1), null);
  expect((await house.ask(ann, "session", { session: seat.sessionId })).json()).toMatchObject({
    end: null,
    played: 3_600,
    cashedIn: 0,
    cashedOut: 0,
    games: 0,
    bet: 0,
    win: 0,
    best: null,
  });
});
