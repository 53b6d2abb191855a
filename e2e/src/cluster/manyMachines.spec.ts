/** A house of more machines than one list has, on two edges and a floor: what a client is sent, and the pages of the list. */
import { CALLS } from "@reelcast/contract";
import type { Machine } from "@reelcast/contract";
import { expect, test } from "@playwright/test";
import { PlayerClient } from "../client.ts";
import { Cluster } from "../processes/cluster.ts";
import { StatusClient } from "../processes/statusClient.ts";

const OF_BRAND = 260;

interface NewBrand {
  id: number;
  /** In their order. */
  machines: number[];
}
/** With rows like those of machine 1, as `house machine add` would make them one by one. */
async function addBrand(cluster: Cluster, name: string): Promise<NewBrand> {
  const database = await cluster.postgres.connect();
  try {
    const one = async (text: string, values: unknown[]) => (await database.query<{ id: number }>(text, values)).rows;
    const [brand] = await one("insert into brands (name, position) values ($1, 50) returning id", [name]);
    if (!brand) throw new Error("no brand");
    const machines = await one(
      `insert into machines (brand_id, name, skin, serial, video_type)
        select $1, $2 || ' ' || n, m.skin, $2 || n, 'screen' from machines m, generate_series(1, $3::int) n
        where m.id = 1 order by n returning id`,
      [brand.id, name, OF_BRAND],
    );
    const ids = machines.map(({ id }) => id);
    await database.query("insert into machine_meters (machine_id) select unnest($1::int[])", [ids]);
    await database.query(
      "insert into ledger_accounts (kind, ref) select kind, id from unnest($1::int[]) id, unnest(array['machine', 'house']) kind",
      [ids],
    );
    return { id: brand.id, machines: ids };
  } finally {
    await database.end();
  }
}

interface Page {
  machines: Machine[];
  next: string | null;
}
async function list({ url, token }: PlayerClient, query: Record<string, string> = {}): Promise<Page> {
  const response = await fetch(`${url}/api/v1/machine/all?${new URLSearchParams(query).toString()}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { machines: CALLS.machines.answer.parse(await response.json()), next: response.headers.get("x-next-cursor") };
}
/** @param at who asks for each page in turn @param between after the first one */
async function pages(at: readonly PlayerClient[], between?: () => Promise<void>): Promise<Machine[]> {
  const all: Machine[] = [];
  for (let [n, cursor] = [0, null as string | null]; n === 0 || cursor !== null; n += 1) {
    const asked = at[n % at.length];
    if (!asked) throw new Error("nobody asks");
    const page = await list(asked, { limit: "100", ...(cursor !== null && { cursor }) });
    all.push(...page.machines);
    cursor = page.next;
    if (n === 0) await between?.();
  }
  return all;
}
const statusAt = async (client: PlayerClient, id: number) =>
  (await list(client, { ids: String(id) })).machines[0]?.status;
const idsOf = (machines: readonly { id: number }[]) => machines.map(({ id }) => id);
async function sit(client: PlayerClient, machine: number): Promise<() => Promise<unknown>> {
  const game = await client.game();
  await game.init(machine);
  return () => game.request("leave", {});
}

test("a client is sent the brands that it shows from another process, and both edges have the same list", async () => {
  const cluster = await Cluster.open({ edges: 2, floors: 1, media: 0 });
  try {
    const [north, south] = [await addBrand(cluster, "North"), await addBrand(cluster, "South")];
    const [inNorth = 0, , otherNorth = 0] = north.machines;
    const [inSouth = 0] = south.machines;
    // A floor takes what has been added outside its commands when it starts.
    await cluster.node("floor-1").stop();
    await cluster.node("floor-1").start();
    const [one, two] = [cluster.node("edge-1").url, cluster.node("edge-2").url];
    const looker = await PlayerClient.login(one, "demo1");
    const [second, third] = [await PlayerClient.login(two, "demo2"), await PlayerClient.login(two, "demo3")];
    const areFree = async (client: PlayerClient) =>
      (await list(client)).machines.filter(({ status }) => status === "available").length > 2 * OF_BRAND;
    await expect.poll(async () => (await areFree(looker)) && (await areFree(second)), { timeout: 30_000 }).toBe(true);

    const client = await StatusClient.open(looker);
    const pushed = (id: number) => client.pushed.filter((push) => push.id === id).map(({ status }) => status);
    const shown = await client.init(looker.playerId, { brands: [north.id], machines: [] });
    expect(idsOf(shown)).toEqual(north.machines);
    const leaveSouth = await sit(third, inSouth);
    const leaveNorth = await sit(second, inNorth);
    await expect.poll(() => pushed(inNorth)).toEqual(["waiting"]);
    await expect.poll(() => statusAt(looker, inSouth)).toBe("waiting");
    expect(idsOf(client.pushed)).toEqual([inNorth]);

    // What has happened in the other brand meanwhile is in the answer.
    const now = await client.show({ brands: [south.id], machines: [] });
    expect(idsOf(now)).toEqual(south.machines);
    expect(now.find(({ id }) => id === inSouth)?.status).toBe("waiting");
    await leaveNorth();
    await expect.poll(() => statusAt(looker, inNorth)).toBe("available");
    await leaveSouth();
    await expect.poll(() => pushed(inSouth)).toEqual(["available"]);
    expect(pushed(inNorth)).toEqual(["waiting"]);

    // Without names all come again.
    const all = await client.show({});
    expect(all.find(({ id }) => id === inNorth)?.status).toBe("available");
    const leaveAgain = await sit(second, otherNorth);
    await expect.poll(() => pushed(otherNorth)).toEqual(["waiting"]);
    await leaveAgain();
    await expect.poll(() => statusAt(second, otherNorth)).toBe("available");
    await expect.poll(() => statusAt(looker, otherNorth)).toBe("available");
    client.close();

    // Each edge counts the changes that it has noticed.
    const bare = (machines: readonly Machine[]) => machines.map((machine) => ({ ...machine, version: 0 }));
    const whole = (await list(looker)).machines;
    expect(whole.length).toBeGreaterThan(500);
    expect(bare(await pages([looker]))).toEqual(bare(whole));
    expect(bare(await pages([second]))).toEqual(bare(whole));
    const found = await list(looker, { search: "south 25" });
    expect(idsOf(found.machines)).toEqual(idsOf(whole.filter(({ name }) => /^South.*25/.test(name))));
    expect(found.machines).toHaveLength(13);
    expect(bare((await list(second, { search: "south 25" })).machines)).toEqual(bare(found.machines));

    // One of the first page is retired, and others change, before the second is read at the other edge.
    const [gone = 0, taken = 0, last = 0] = [whole[20]?.id, whole[21]?.id, whole[150]?.id];
    let leave: (() => Promise<unknown>)[] = [];
    const paged = await pages([looker, second], async () => {
      expect((await cluster.node("edge-1").cli("machine", "retire", String(gone), "--why", "worn out")).code).toBe(0);
      leave = [await sit(second, taken), await sit(third, last)];
      await expect.poll(() => statusAt(second, last)).toBe("waiting");
    });
    expect(idsOf(paged)).toEqual(idsOf(whole));
    expect(paged.find(({ id }) => id === last)?.status).toBe("waiting");
    await Promise.all(leave.map((go) => go()));
    await expect
      .poll(async () => idsOf(await pages([second, looker])))
      .toEqual(idsOf(whole).filter((id) => id !== gone));
  } finally {
    await cluster[Symbol.asyncDispose]();
  }
});
