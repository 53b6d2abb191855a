/** The cabinet process: machines that continue when servers and databases fail. The process that started it controls it. */
import process from "node:process";
import { type CabinetOptions, createCabinetServer } from "./cabinetServer.ts";
import { answerParent } from "./ipc.ts";
import type { LineFault } from "./lineFaults.ts";

const options = JSON.parse(process.argv[2] ?? "{}") as CabinetOptions;
const cabinet = await createCabinetServer(options);
const { faults } = cabinet;
answerParent(
  {
    next: (fault: LineFault) => faults.next(fault),
    release: (machine: number) => faults.release(machine),
    forget: () => faults.forget(),
    held: (machine: number) => faults.held(machine),
    clearMemory: (machine: number) => faults.clearMemory(machine),
    credits: () => faults.credits(),
  },
  { port: cabinet.port, auditFile: cabinet.auditFile },
);
