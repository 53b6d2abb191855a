/**
 * The points at which the server process under test can kill or stop itself. The harness sets rules; each applies once. Runs
 * in the server process.
 */
import process from "node:process";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import { sayToParent } from "./ipc.ts";

export interface PointRule {
  id: number;
  /**
   * `step:<name>`: a step of the machine host. `cabinet:before:<command>`: the connection to the machine, before a byte is
   * sent. `query:<text>`: before a statement that contains the text is sent. `commit:<text>`: after such a statement was
   * carried out, between BEGIN and COMMIT.
   */
  point: string;
  /** The number of the occurrence from now on, from 1. */
  nth: number;
  action: "kill" | "stop";
}
/** Sent to the harness just before the action. */
export interface Reached {
  reached: number;
  point: string;
}

export interface Points {
  arm(rule: PointRule): void;
  disarm(): void;
  reach: (point: string) => Promise<void> | undefined;
  wrapPool(pool: PostgresPool): PostgresPool;
}

const SIGNALS = { kill: "SIGKILL", stop: "SIGSTOP" } as const;

function fits(rule: PointRule, point: string): boolean {
  const end = rule.point.indexOf(":");
  const [kind, text] = [rule.point.slice(0, end), rule.point.slice(end + 1)];
  if (kind === "query" || kind === "commit") return point.startsWith(`${kind}:`) && point.includes(text);
  return rule.point === point;
}

export function createPoints(): Points {
  let rules: PointRule[] = [];

  async function act(rule: PointRule, point: string): Promise<void> {
    await sayToParent({ reached: rule.id, point } satisfies Reached);
    // For "stop" the next line runs once the harness has sent SIGCONT.
    process.kill(process.pid, SIGNALS[rule.action]);
  }
  /** Undefined if no rule is armed for it, so that the tested server is not slower. */
  function reach(point: string): Promise<void> | undefined {
    for (const rule of rules) {
      if (!fits(rule, point)) continue;
      rule.nth -= 1;
      if (rule.nth > 0) continue;
      rules = rules.filter((other) => other !== rule);
      return act(rule, point);
    }
    return undefined;
  }
  const isArmed = (point: string) => rules.some((rule) => fits(rule, point));

  function wrapClient(client: PostgresPoolClient): PostgresPoolClient {
    const send = client.query.bind(client) as (text: string, values: readonly unknown[]) => Promise<unknown>;
    /** Statements of the transaction that is open, if one is. */
    let transaction: string[] | null = null;

    async function query(text: string, values: readonly unknown[]): Promise<unknown> {
      const word = text.trim().split(/\s/, 1)[0]?.toLowerCase();
      if (word === "begin" || word === "start") transaction = [];
      else if (word === "rollback") transaction = null;
      else if (word === "commit") {
        for (const statement of transaction ?? []) await reach(`commit:${statement}`);
        transaction = null;
      } else {
        await reach(`query:${text}`);
        if (transaction) transaction.push(text);
        else if (isArmed(`commit:${text}`)) return inTransaction(text, values);
      }
      return send(text, values);
    }
    async function inTransaction(text: string, values: readonly unknown[]): Promise<unknown> {
      await send("begin", []);
      try {
        const result = await send(text, values);
        await reach(`commit:${text}`);
        await send("commit", []);
        return result;
      } catch (error) {
        await send("rollback", []).catch(() => undefined);
        throw error;
      }
    }
    return { query: query as unknown as PostgresPoolClient["query"], release: (...args) => client.release(...args) };
  }

  return {
    arm: (rule) => void rules.push({ ...rule }),
    disarm: () => void (rules = []),
    reach,
    wrapPool: (pool) => ({
      options: pool.options,
      end: () => pool.end(),
      connect: async () => wrapClient(await pool.connect()),
    }),
  };
}
