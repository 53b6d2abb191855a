/** The cabinet process: machines that go on whatever happens to the house. The one that started it tells it what to do. */
import process from "node:process";
import { type CabinetOptions, createCabinetServer } from "./cabinetServer.ts";
import { answerParent } from "./ipc.ts";

const options = JSON.parse(process.argv[2] ?? "{}") as CabinetOptions;
const cabinet = await createCabinetServer(options);
const { faults } = cabinet;
answerParent(
  {
    next: (fault: Parameters<typeof faults.next>[0]) => faults.next(fault),
    release: (machine: number) => faults.release(machine),
    forget: () => faults.forget(),
    held: (machine: number) => faults.held(machine),
    clearMemory: (machine: number) => faults.clearMemory(machine),
    credits: () => faults.credits(),
  },
  { port: cabinet.port, auditFile: cabinet.auditFile },
);
