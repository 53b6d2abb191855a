/** The latest commands to one machine with their answers, and what it reported, for operators. In memory, and bounded. */
import type { TraceEntry } from "@reelcast/contract/console";
import type { MachineDriver } from "@reelcast/machine";

const KEPT = 40;
const MAX_TEXT = 300;
const COMMANDS = [
  "hello",
  "press",
  "transferIn",
  "transferOut",
  "interrogate",
  "lock",
  "unlock",
  "resetHandPay",
] as const satisfies readonly (keyof MachineDriver)[];

interface Noted {
  at: number;
  kind: TraceEntry["kind"];
  name: string;
  detail: unknown;
  answer?: unknown;
  ms: number | null;
  isLost: boolean;
}
const textOf = (value: unknown): string =>
  value === undefined ? "" : (JSON.stringify(value) ?? "").slice(0, MAX_TEXT);

export class DriverTrace {
  readonly #entries: Noted[] = [];
  readonly #now: () => number;
  /** @param now ms since the epoch */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** The newest first. */
  read(): TraceEntry[] {
    return this.#entries.toReversed().map(({ at, detail, answer, kind, name, ms, isLost }) => ({
      at: new Date(at).toISOString(),
      kind,
      name,
      detail: textOf(detail),
      answer: answer === undefined ? null : textOf(answer),
      ms,
      isLost,
    }));
  }
  note(entry: Noted): void {
    this.#entries.push(entry);
    if (this.#entries.length > KEPT) this.#entries.shift();
  }

  /** The same driver; its commands and events are noted. */
  of(driver: MachineDriver): MachineDriver {
    driver.subscribe((event) => {
      if (event.type === "state") return;
      const { type, ...detail } = event;
      this.note({ at: this.#now(), kind: "event", name: type, detail, ms: null, isLost: false });
    });
    const traced = new Map<PropertyKey, unknown>(
      COMMANDS.map((name) => [name, (...args: never[]) => this.#carryOut(driver, name, args)]),
    );
    return new Proxy(driver, {
      get(target, key) {
        const known = traced.get(key);
        if (known !== undefined) return known;
        const value: unknown = Reflect.get(target, key, target);
        if (typeof value !== "function") return value;
        // Bound anew each time: a test may replace a command of an open machine.
        return value.bind(target);
      },
    });
  }
  async #carryOut(driver: MachineDriver, name: (typeof COMMANDS)[number], args: never[]): Promise<unknown> {
    const at = this.#now();
    const started = performance.now();
    const note = (more: Pick<Noted, "isLost"> & { answer?: unknown }) =>
      this.note({ at, kind: "command", name, detail: args[0], ms: Math.round(performance.now() - started), ...more });
    try {
      const answer = await (driver[name] as (...of: never[]) => Promise<unknown>)(...args);
      note({ isLost: false, ...(answer === undefined ? {} : { answer }) });
      return answer;
    } catch (error) {
      note({ isLost: true, answer: error instanceof Error ? error.message : String(error) });
      throw error;
    }
  }
}
