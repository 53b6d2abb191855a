/** Breaks and self-exclusions as players meet them: login, sockets and machines, with real accounts and database. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { ErrorCode } from "@reelcast/contract";
import type { LoginAnswer, Protection as ProtectionAnswer } from "@reelcast/contract";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { mayLogIn } from "../../protection/index.ts";
import {
  BET,
  DAY_MS,
  OPENING,
  PASSWORD,
  cashIn,
  codeIn,
  openProtectedHouse,
  refusal,
} from "./testing/protectedHouse.ts";
import type { ProtectedHouse } from "./testing/protectedHouse.ts";

let house: ProtectedHouse;
beforeEach(async () => {
  house = await openProtectedHouse();
});
afterEach(() => house.close());

describe("a break", () => {
  it("pays the credit, ends every login and socket, and refuses a login with the right password", async () => {
    const ticket = (await house.ask(house.anna.token, "POST", "/player/ticket")).json<{ token: string }>().token;
    await house.app.http.listen({ port: 0 });
    const url = `ws://127.0.0.1:${(house.app.http.server.address() as AddressInfo).port}/ws/notifications?token=`;
    const socket = new WebSocket(`${url}${house.anna.token}`);
    await once(socket, "open");
    const closed = once(socket, "close");
    const seat = await house.sit();
    await cashIn(seat, 10_000);
    await seat.press("play");
    const answer = await house.ask(house.anna.token, "POST", "/player/protection/break", { days: 7 });
    const until = answer.json<ProtectionAnswer>().breakUntil ?? "";
    expect(Date.parse(until) - Date.now()).toBeGreaterThan(7 * DAY_MS - 60_000);
    const [code, reason] = (await closed) as [number, Buffer];
    expect([code, String(reason)]).toEqual([4401, "break"]);
    await house.over();
    expect(await house.app.domain.wallet.balance(house.anna.id)).toBe(OPENING - BET);
    expect((await house.ask(house.anna.token, "GET", "/validate")).statusCode).toBe(401);
    const [late] = (await once(new WebSocket(`${url}${ticket}`), "close")) as [number];
    expect(late).toBe(4401);
    expect(await refusal(house.sit())).toEqual({ code: ErrorCode.OnBreak, until });
    expect(codeIn(await house.login("anna", "a wrong password"))).toBe(ErrorCode.WrongCredentialsAttemptsLeft);
    const refused = await house.login("anna");
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({ code: ErrorCode.OnBreak, Params: { until } });
    expect((await house.login("boris")).statusCode).toBe(200);
    const types = await house.db.selectFrom("log_entries").select(["type", "detail"]).execute();
    expect(types).toContainEqual({ type: "BREAK_TAKEN", detail: `7 days until ${until}` });
    expect(types).toContainEqual({ type: "LOGIN_NOT_ALLOWED", detail: "break" });
  });

  it("can become longer, never shorter, neither by a call nor by a hand in the database", async () => {
    const first = (await house.app.domain.protection.takeBreak(house.anna.id, 14, null)).breakUntil;
    expect((await house.app.domain.protection.takeBreak(house.anna.id, 1, null)).breakUntil).toBe(first);
    const longer = (await house.app.domain.protection.takeBreak(house.anna.id, 42, null)).breakUntil ?? "";
    expect(Date.parse(longer)).toBeGreaterThan(Date.parse(first ?? ""));
    await expect(sql`update player_protection set break_until = null`.execute(house.db)).rejects.toThrow(/shorter/);
    await expect(sql`delete from player_protection`.execute(house.superuser)).rejects.toThrow(/not over/);
  });

  it("is over when it is over", async () => {
    const later = (days: number) =>
      mayLogIn(house.db, house.anna.id, new Date(Date.now() + days * DAY_MS)).then(
        () => true,
        () => false,
      );
    await house.app.domain.protection.takeBreak(house.anna.id, 3, null);
    expect(await Promise.all([later(0), later(2.9), later(3.1)])).toEqual([false, false, true]);
  });

  it("ends logins that were on their way when it began", async () => {
    const logins = Array.from({ length: 4 }, () => house.login("anna"));
    const renewals = Array.from({ length: 4 }, () => house.ask(house.anna.token, "GET", "/validate"));
    // By then the logins have begun too.
    await Promise.race(renewals);
    await house.app.domain.protection.takeBreak(house.anna.id, 1, null);
    const given = (await Promise.all([...logins, ...renewals])).flatMap((answer) =>
      answer.statusCode === 200 ? [answer.json<LoginAnswer>().token] : [],
    );
    for (const token of [house.anna.token, ...given]) {
      expect((await house.ask(token, "GET", "/player/balance")).statusCode).toBe(401);
    }
  });

  it("ends a session although its machine was not notified", async () => {
    const seat = await house.sit();
    await cashIn(seat, 1_000);
    await sql`insert into player_protection (player_id, exclusion_until) values (${house.anna.id}, now() + interval '1 year')`.execute(
      house.db,
    );
    expect(await refusal(cashIn(seat, 100))).toMatchObject({ code: ErrorCode.SelfExcluded });
    house.app.bus.publish("player.limits", { playerId: house.anna.id });
    await house.over();
    expect(await house.app.domain.wallet.balance(house.anna.id)).toBe(OPENING);
  });
});

describe("a self-exclusion", () => {
  const exclude = (password: string, months = 6) =>
    house.ask(house.anna.token, "POST", "/player/protection/exclusion", { months, password });

  it("asks for the password, lasts half a year at least, and outlasts every login", async () => {
    expect(codeIn(await exclude("a wrong password"))).toBe(ErrorCode.WrongOldPassword);
    expect((await exclude(PASSWORD, 5)).statusCode).toBe(400);
    expect((await house.standing()).exclusionUntil).toBeNull();
    const until = (await exclude(PASSWORD)).json<ProtectionAnswer>().exclusionUntil ?? "";
    expect(Date.parse(until) - Date.now()).toBeGreaterThan(180 * DAY_MS);
    expect((await house.ask(house.anna.token, "GET", "/player/balance")).statusCode).toBe(401);
    expect((await house.login("anna")).json()).toMatchObject({ code: ErrorCode.SelfExcluded, Params: { until } });
    expect((await house.login("boris")).statusCode).toBe(200);
    expect(await refusal(house.sit())).toMatchObject({ code: ErrorCode.SelfExcluded });
    const detail = await house.db
      .selectFrom("log_entries")
      .select("detail")
      .where("type", "=", "SELF_EXCLUDED")
      .executeTakeFirst();
    expect(detail?.detail).toBe(`6 months until ${until}`);
  });
});
