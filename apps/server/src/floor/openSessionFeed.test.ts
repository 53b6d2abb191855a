/** How often a player is sent what an open session is worth. */
import type { OpenSession, SessionPush } from "@reelcast/contract";
import { expect, it } from "vitest";
import { createLocalBus } from "../bus/local.ts";
import { OpenSessionFeed } from "./openSessionFeed.ts";

const OPEN: OpenSession = { status: "show", id: 1, name: "S0", machine_status: "playing", session: "s", credit: 500 };

function openFeed() {
  const bus = createLocalBus((error) => {
    throw error;
  });
  const credits: (number | undefined)[] = [];
  bus.subscribe("player.session", ({ push }: { push: SessionPush }) => {
    if (push.status !== "ended") credits.push(push.credit);
  });
  let time = 0;
  let isOwner = true;
  const feed = new OpenSessionFeed(
    bus,
    () => time,
    () => isOwner,
  );
  return {
    credits,
    show: (credit: number, underWay: { creditBefore: number; fromWallet: number } | null = null) =>
      feed.changed(1, { ...OPEN, credit }, underWay),
    hold: (credit: number) => feed.held(1, { ...OPEN, credit }),
    pass: (ms: number) => void (time += ms),
    own: (owns: boolean) => void (isOwner = owns),
  };
}

it("sends what games change once a second, the newest of it", () => {
  const { credits, show, pass } = openFeed();
  for (const credit of [500, 490, 480]) show(credit);
  expect(credits).toEqual([500]);
  pass(999);
  show(480);
  pass(1);
  show(480);
  expect(credits).toEqual([500, 480]);
});

it("sends what a transfer changes at once: its beginning and its end, and the games after it with the next second", () => {
  const { credits, show, pass } = openFeed();
  show(500);
  const cashIn = { creditBefore: 500, fromWallet: 100 };
  show(600, cashIn);
  expect(credits).toEqual([500, 600]);
  show(600);
  const cashOut = { creditBefore: 600, fromWallet: 0 };
  show(600, cashOut);
  expect(credits).toEqual([500, 600]);
  show(0);
  expect(credits).toEqual([500, 600, 0]);
  show(50);
  expect(credits).toEqual([500, 600, 0]);
  pass(1_000);
  show(50);
  expect(credits).toEqual([500, 600, 0, 50]);
});

it("distinguishes a transfer from the one before it, though nothing was shown in between", () => {
  const { credits, show } = openFeed();
  show(600, { creditBefore: 500, fromWallet: 100 });
  show(700, { creditBefore: 600, fromWallet: 100 });
  expect(credits).toEqual([600, 700]);
});

it("sends nothing while another process may have the machine, and afterwards what is new", () => {
  const { credits, show, hold, pass, own } = openFeed();
  show(500);
  pass(1_000);
  own(false);
  show(490);
  hold(490);
  expect(credits).toEqual([500]);
  own(true);
  show(490);
  expect(credits).toEqual([500, 490]);
});
