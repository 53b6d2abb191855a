/** Faults on the connections to the cabinet process: which questions and answers are lost or delayed. */
import type { Command } from "./protocol.ts";

export interface LineFault {
  machine: number;
  /** Any command other than hello where not named. */
  command?: Command | undefined;
  /**
   * `before`: the question is lost. `after`: the answer is lost. `hold`: the question waits until `release`, as in a
   * slow network, and is carried out then.
   */
  what: "before" | "after" | "hold";
}
export class LineFaults {
  readonly #announced: LineFault[] = [];
  readonly #held = new Map<number, (() => void)[]>();

  /** Applies to the next command that fits. */
  next(fault: LineFault): void {
    this.#announced.push(fault);
  }
  /** Removes the faults that no command has met. */
  forget(): void {
    this.#announced.length = 0;
  }
  /** The fault that this command meets; it is used up. */
  take(machine: number, command: Command): LineFault["what"] | null {
    const index = this.#announced.findIndex(
      (fault) => fault.machine === machine && (fault.command ? fault.command === command : command !== "hello"),
    );
    return index < 0 ? null : (this.#announced.splice(index, 1)[0]?.what ?? null);
  }
  /** Resolves at `release`. */
  hold(machine: number): Promise<void> {
    return new Promise((resolve) => this.#held.set(machine, [...(this.#held.get(machine) ?? []), resolve]));
  }
  /** Delivers the questions that are held. */
  release(machine: number): void {
    const held = this.#held.get(machine) ?? [];
    this.#held.delete(machine);
    for (const resolve of held) resolve();
  }
  /** How many questions of this machine are held now. */
  held(machine: number): number {
    return this.#held.get(machine)?.length ?? 0;
  }
}
