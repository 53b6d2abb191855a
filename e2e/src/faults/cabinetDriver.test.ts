import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MachineFenced, MachineUnreachable } from "@reelcast/machine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newTransfer, numberedPress } from "../../../packages/machine/src/testing/commands.ts";
import { testMachineDriver } from "../../../packages/machine/src/testing/conformance.ts";
import { createCabinetDriver } from "./cabinetDriver.ts";
import { type CabinetServer, createCabinetServer } from "./cabinetServer.ts";
import { readAudit } from "./journalFile.ts";

let folder: string;
let cabinet: CabinetServer;
const start = (without: ("epochs" | "mark")[] = []) =>
  createCabinetServer({ folder, machines: 2, speed: 5, without }).then((server) => (cabinet = server));
const connect = (machineId = 1) => createCabinetDriver({ machineId, port: cabinet.port });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "reelcast-cabinet-"));
  await start();
});
afterEach(async () => {
  await cabinet.close();
  await rm(folder, { recursive: true });
});

describe("a machine behind the connection to the cabinet implements the driver interface", () => {
  testMachineDriver({
    it,
    async open() {
      const machine = await connect();
      const press = numberedPress(machine);
      return {
        machine,
        again: () => connect(),
        loseNext: (what) => cabinet.faults.next({ machine: 1, what }),
        async settle() {
          await expect
            .poll(async () => {
              if (machine.state().controls["take"] === true) await press("take");
              return machine.state().phase;
            })
            .toBe("idle");
        },
      };
    },
  });
});

async function owned(epoch = 1) {
  const machine = await connect();
  await machine.hello(epoch);
  await machine.lock(10_000);
  return machine;
}
const moved = () => readAudit(cabinet.auditFile).filter(({ type }) => type === "moved");

it("carries out a question that was held, unless an interrogation came first", async () => {
  const machine = await owned();
  const [late, refused] = [newTransfer(300), newTransfer(500)];
  for (const request of [late, refused]) {
    cabinet.faults.next({ machine: 1, command: "transferIn", what: "hold" });
    await expect(machine.transferIn(request)).rejects.toThrow(MachineUnreachable);
    if (request === refused) expect((await machine.interrogate(request)).status).toBe("notFound");
    expect(cabinet.faults.held(1)).toBe(1);
    cabinet.faults.release(1);
    await expect.poll(() => moved().length).toBe(1);
  }
  expect(moved()).toMatchObject([{ transferId: late.transferId, moved: 300, direction: "in", number: late.number }]);
  expect((await machine.meters()).credit).toBe(300);
  await machine.close();
});

it("remembers credit, answers and the highest epoch after it was switched off", async () => {
  const before = await owned(7);
  const transfer = newTransfer(900);
  await before.transferIn(transfer);
  await before.close();
  await cabinet.close();
  await start();
  const machine = await connect();
  await expect(machine.hello(6)).rejects.toThrow(MachineFenced);
  await machine.hello(7);
  expect(await machine.interrogate(transfer)).toMatchObject({ status: "done", moved: 900 });
  expect((await machine.meters()).credit).toBe(900);
  expect(moved()).toHaveLength(1);
  await machine.close();
});

it("writes down what a command moved under the epoch and number that it carried, and a lost memory", async () => {
  const machine = await owned(3);
  const transfer = newTransfer(900);
  await machine.transferIn(transfer);
  await cabinet.faults.clearMemory(1);
  await machine.close();
  const rows = readAudit(cabinet.auditFile);
  expect(rows.map(({ type }) => type)).toEqual(["hello", "command", "command", "moved", "cleared"]);
  expect(rows[3]).toMatchObject({ epoch: 3, number: transfer.number, moved: 900, credit: 900 });
  expect(rows[4]).toMatchObject({ lost: 900 });
});

it("without the comparison of epochs carries out the commands of any owner, without the mark those that come too late", async () => {
  await cabinet.close();
  await start(["epochs", "mark"]);
  const old = await owned(1);
  const newer = await connect();
  await newer.hello(2);
  expect(await old.lock(10_000)).toBe(true);
  const transfer = newTransfer(400);
  expect((await newer.interrogate(transfer)).status).toBe("notFound");
  expect((await old.transferIn(transfer)).status).toBe("done");
  await Promise.all([old.close(), newer.close()]);
});
