/** The console of a whole server in this process, with members of the staff and a clock that tests set. */
import type { Me, Role } from "@reelcast/contract/console";
import type { FastifyInstance } from "fastify";
import { Secret, TOTP } from "otpauth";
import { openTestApp } from "../../../testing.ts";
import type { TestApp } from "../../../testing.ts";

export const STAFF_PASSWORD = "long enough for staff";
export const HOST = "localhost:8081";
export const ORIGIN = `http://${HOST}`;

export interface Answer {
  status: number;
  /** Of a refusal. */
  code: number | undefined;
  body: Record<string, unknown>;
}
interface Asking {
  token?: string | null;
  headers?: Record<string, string>;
  address?: string;
}
export interface StaffClient {
  id: number;
  name: string;
  token: string;
  /** Of the authenticator app; null without one. */
  app: TOTP | null;
}

export class ConsoleHouse {
  readonly app: TestApp;
  readonly clock: { time: number };
  #calls = 0;
  constructor(app: TestApp, clock: { time: number }) {
    this.app = app;
    this.clock = clock;
  }
  /** Each call comes from a network of its own, so that only tests of limits meet them. */
  #nextAddress(): string {
    this.#calls += 1;
    return `10.${this.#calls >> 16}.${(this.#calls >> 8) & 255}.${this.#calls & 255}`;
  }
  get console(): FastifyInstance {
    if (!this.app.console) throw new Error("the console is off");
    return this.app.console;
  }
  get staff() {
    return this.app.domain.staff;
  }

  async call(
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    body?: unknown,
    asking: Asking = {},
  ): Promise<Answer> {
    const { token = null, headers = {}, address = this.#nextAddress() } = asking;
    const answer = await this.console.inject({
      method,
      url: path.startsWith("/api") || path.startsWith("/ws") ? path : `/api/v1${path}`,
      remoteAddress: address,
      headers: {
        host: HOST,
        origin: ORIGIN,
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const json = answer.body.startsWith("{") ? answer.json<Record<string, unknown>>() : { list: answer.body };
    return { status: answer.statusCode, code: json["code"] as number | undefined, body: json };
  }

  /** A member who has chosen a password and, if asked for, has set up an authenticator app. */
  async member(name: string, roles: readonly Role[], { secondFactor = false } = {}): Promise<StaffClient> {
    const { id, link } = await this.app.domain.storage.db
      .transaction()
      .execute((trx) => this.staff.administration.add(trx, { name, roles }));
    const token = link.path.split("#")[1] ?? "";
    const begun = await this.staff.openLink(
      { token, password: STAFF_PASSWORD },
      { address: "192.0.2.9", agent: "test" },
    );
    const client: StaffClient = { id, name, token: begun.token, app: null };
    if (secondFactor) await this.setUpApp(client);
    return client;
  }
  /** Sets up an authenticator app: the client's session has the second factor then. */
  async setUpApp(client: StaffClient): Promise<void> {
    const { body } = await this.call("POST", "/totp", { password: STAFF_PASSWORD }, client);
    client.app = new TOTP({ secret: Secret.fromBase32(String(body["secret"])) });
    const confirmed = await this.call(
      "POST",
      "/totp/confirm",
      { challenge: body["challenge"], code: this.code(client) },
      client,
    );
    client.token = String(confirmed.body["token"]);
  }
  /** Of the present step, or of one after it. */
  code({ app }: Pick<StaffClient, "app">, steps = 0): string {
    return app?.generate({ timestamp: this.clock.time + steps * 30_000 }) ?? "";
  }
  async me(client: StaffClient): Promise<Omit<Me, "house">> {
    return this.staff.me(await this.staff.check(client.token));
  }
  async acts(
    act: string,
  ): Promise<{ by: string; via: string; from: string | null; target: string | null; after: unknown }[]> {
    return this.app.domain.storage.db
      .selectFrom("audit_log")
      .select(["by", "via", "from", "target", "after"])
      .where("act", "=", act)
      .orderBy("seq")
      .execute();
  }
  close(): Promise<void> {
    return this.app.close();
  }
}

export async function openConsoleHouse(environment: Record<string, string> = {}): Promise<ConsoleHouse> {
  const clock = { time: Date.now() };
  const app = await openTestApp(environment, () => ({ now: () => new Date(clock.time) }));
  await app.domain.staff.openKey(false);
  return new ConsoleHouse(app, clock);
}
