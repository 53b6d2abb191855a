/** Gives operators' requests to the hosts of their machines, one at a time for each machine. */
import { AppError, ErrorCode } from "@reelcast/contract";
import { MachineUnreachable } from "@reelcast/machine";
import type { Logger } from "pino";
import { putIntoDoubt } from "./demoDoubt.ts";
import type { MachineHost } from "./machineHost.ts";
import type { FloorNode } from "./nodes.ts";
import type { MachineRequest, MachineRequests } from "./requestStore.ts";

export interface RequestRunnerParts {
  requests: MachineRequests;
  node: FloorNode;
  log: Logger;
  hosts: ReadonlyMap<number, MachineHost>;
}

export class RequestRunner {
  readonly #parts: RequestRunnerParts;
  /** Machines that carry out a request. */
  readonly #busy = new Set<number>();
  constructor(parts: RequestRunnerParts) {
    this.#parts = parts;
  }

  /**
   * Starts the oldest request of each free machine. Does not wait for them: a machine that is slow delays only its own.
   */
  async startWaiting(): Promise<void> {
    const { hosts, requests } = this.#parts;
    const free = [...hosts].flatMap(([id, host]) => (host.online && !this.#busy.has(id) ? id : []));
    for (const request of free.length > 0 ? await requests.waiting(free) : []) void this.#run(request);
  }
  async #run(request: MachineRequest): Promise<void> {
    const { machineId } = request;
    const host = this.#parts.hosts.get(machineId);
    if (!host || this.#busy.has(machineId)) return;
    this.#busy.add(machineId);
    try {
      await this.#carryOut(host, request);
    } catch (error) {
      this.#parts.log.error({ err: error, machineId, request: request.id }, "a request is tried again");
    } finally {
      this.#busy.delete(machineId);
    }
  }
  async #carryOut(host: MachineHost, request: MachineRequest): Promise<void> {
    const { requests, node, log } = this.#parts;
    try {
      const { kind } = request;
      const outcome =
        kind === "doubt" ? await putIntoDoubt(host, request) : await host.request({ ...request, kind }, requests);
      await requests.finish(request.id, outcome);
    } catch (error) {
      // It stays stored: for when the machine is back, or for the next owner.
      if (error instanceof MachineUnreachable || !node.hasAuthority() || host.queue.stopped) return;
      if (error instanceof AppError && error.code === ErrorCode.ServiceUnavailable) return;
      log.error({ err: error, machineId: request.machineId, request: request.id }, "a request was not carried out");
      await requests.finish(request.id, { done: false, answer: error instanceof Error ? error.message : "it failed" });
    }
  }
}
