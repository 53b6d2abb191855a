/**
 * Compares the answers that players got with the ledger and with the cabinet's own record. Pure: it
 * returns the violations in the evidence. The evidence is taken at rest: no request is open, every link is up.
 */
import type { AuditRow } from "./audit.ts";
import type { Evidence, Operation, TransferRow, Violation } from "./history.ts";
import { verdictOf } from "./history.ts";

type Moved = Extract<AuditRow, { type: "moved" }>;
type Rule = (evidence: Evidence) => string[];

const by = <T, K>(rows: readonly T[], key: (row: T) => K): Map<K, T[]> => Map.groupBy(rows, key);
const movedRows = ({ cabinet }: Evidence): Moved[] => cabinet.audit.filter((row) => row.type === "moved");
const clearedMachines = ({ cabinet }: Evidence) =>
  new Set(cabinet.audit.filter((row) => row.type === "cleared").map(({ machine }) => machine));
const nameOf = ({ kind, id, player, machine }: Operation) => `${kind} ${id} of player ${player} on machine ${machine}`;
const keyOf = ({ player, kind, key }: TransferRow) => `${player} ${kind} ${key}`;
const keyOfOperation = ({ player, kind, id }: Operation) => `${player} ${kind} ${id}`;

/** Each operation with its transfers in the ledger and their movements at the machine. */
function* joined(evidence: Evidence) {
  const transfers = by(evidence.database.transfers, keyOf);
  const moved = by(movedRows(evidence), ({ transferId }) => transferId);
  for (const operation of evidence.players.operations) {
    const stored = transfers.get(keyOfOperation(operation)) ?? [];
    yield { operation, stored, moved: stored.flatMap(({ id }) => moved.get(id) ?? []) };
  }
}

const acknowledgedOnce: Rule = (evidence) => {
  const cleared = clearedMachines(evidence);
  const found: string[] = [];
  for (const { operation, stored, moved } of joined(evidence)) {
    const acknowledged = operation.attempts.map(({ outcome }) => outcome).filter(({ type }) => type === "acknowledged");
    const [first] = acknowledged;
    if (first?.type !== "acknowledged") continue;
    for (const other of acknowledged) {
      if (JSON.stringify(other) !== JSON.stringify(first))
        found.push(`${nameOf(operation)} was acknowledged as ${JSON.stringify(first)} and as ${JSON.stringify(other)}`);
    }
    const [transfer] = stored;
    // Nothing to pay out: acknowledged without a movement.
    if (first.amount === 0 && moved.length === 0) continue;
    if (transfer?.state !== "done" || transfer.moved !== first.amount)
      found.push(
        `${nameOf(operation)} was acknowledged with ${first.amount}, the ledger has ${transfer?.state ?? "nothing"} ${transfer?.moved ?? ""}`,
      );
    const amounts = moved.map((row) => row.moved);
    if ((amounts.length !== 1 || amounts[0] !== first.amount) && !cleared.has(operation.machine))
      found.push(
        `${nameOf(operation)} was acknowledged with ${first.amount}, the machine moved [${amounts.join(", ")}]`,
      );
  }
  return found;
};

const failedIsAbsent: Rule = (evidence) => {
  const found: string[] = [];
  for (const { operation, stored, moved } of joined(evidence)) {
    const verdict = verdictOf(operation);
    if (verdict?.type !== "failed") continue;
    for (const { state, moved: amount } of stored)
      if (state === "done" && amount !== 0)
        found.push(`${nameOf(operation)} was refused with ${verdict.code}, the ledger has it done with ${amount}`);
    for (const row of moved)
      found.push(`${nameOf(operation)} was refused with ${verdict.code}, the machine moved ${row.moved}`);
  }
  return found;
};

const ledgerIsTheMachinesRecord: Rule = (evidence) => {
  const found: string[] = [];
  const transfers = new Map(evidence.database.transfers.map((transfer) => [transfer.id, transfer]));
  const moved = by(movedRows(evidence), ({ transferId }) => transferId);
  for (const [id, rows] of moved) {
    const [row] = rows;
    const transfer = transfers.get(id);
    if (!row) continue;
    if (rows.length > 1) found.push(`machine ${row.machine} moved transfer ${id} ${rows.length} times`);
    // A transfer in doubt is on the operator's list: it is open, but not lost.
    if (transfer?.state === "manual") continue;
    const direction = transfer?.kind === "cashin" ? "in" : "out";
    if (transfer?.state !== "done" || transfer.moved !== row.moved || direction !== row.direction)
      found.push(
        `machine ${row.machine} moved ${row.moved} ${row.direction} for transfer ${id}, the ledger has ${transfer?.state ?? "nothing"} ${transfer?.moved ?? ""}`,
      );
  }
  for (const { id, state, moved: amount, machine } of transfers.values()) {
    if (state === "done" && (amount ?? 0) > 0 && !moved.has(id) && !clearedMachines(evidence).has(machine))
      found.push(`the ledger has transfer ${id} done with ${amount}, machine ${machine} never moved it`);
  }
  return found;
};

const metersAreTheLedger: Rule = (evidence) => {
  const found: string[] = [];
  const { accounts, games, transfers } = evidence.database;
  const cleared = clearedMachines(evidence);
  const audited = by(evidence.cabinet.audit, ({ machine }) => machine);
  for (const { machine, credit, phase } of evidence.cabinet.credits) {
    // A bet is taken at the start of a game, and booked with its win at the end.
    if (phase !== "idle") continue;
    const ledger = accounts.find(({ kind, ref }) => kind === "machine" && ref === machine)?.posted ?? 0;
    if (cleared.has(machine)) continue;
    if (transfers.some((transfer) => transfer.machine === machine && transfer.state === "manual")) continue;
    const rows = audited.get(machine) ?? [];
    const moved = rows.filter((row) => row.type === "moved");
    const journal =
      moved.reduce((sum, row) => sum + (row.direction === "in" ? row.moved : -row.moved), 0) +
      rows.filter((row) => row.type === "game").reduce((sum, { net }) => sum + net, 0);
    if (credit !== ledger || journal !== ledger)
      found.push(
        `machine ${machine}: its meter shows ${credit}, its record makes ${journal}, the ledger has ${ledger}`,
      );
    const booked = games.filter((game) => game.machine === machine).length;
    const played = rows.filter((row) => row.type === "game").length;
    if (booked !== played) found.push(`machine ${machine} played ${played} games, the ledger has ${booked}`);
  }
  return found;
};

/** A machine received each press that was accepted, and none more often than it was pressed. */
const pressesAreTheMachines: Rule = ({ players, cabinet }) => {
  const received = by(
    cabinet.audit.filter((row) => row.type === "command" && row.command === "press" && !row.fenced),
    ({ machine }) => machine,
  );
  return [...by(players.presses, ({ machine }) => machine)].flatMap(([machine, presses]) => {
    const accepted = presses.filter(({ outcome }) => outcome.type === "accepted").length;
    const count = received.get(machine)?.length ?? 0;
    if (count >= accepted && count <= presses.length) return [];
    return [`machine ${machine} received ${count} presses; ${accepted} of ${presses.length} were accepted`];
  });
};

/** Only a connection that has ended leaves a press without an answer. */
const everyPressIsAnswered: Rule = ({ players }) =>
  players.presses
    .filter(({ outcome }) => outcome.type === "silent")
    .map(({ control, player, machine }) => `"${control}" of player ${player} on machine ${machine} was never answered`);

/** A machine whose memory was cleared is out of play, and its credit still belongs to its player. */
const clearedIsNotLost: Rule = ({ cabinet, database }) => {
  const found: string[] = [];
  for (const row of cabinet.audit) {
    if (row.type !== "cleared" || row.lost === 0) continue;
    const machine = database.machines.find(({ id }) => id === row.machine);
    const kept = database.accounts
      .filter(({ kind, ref }) => (kind === "machine" && ref === row.machine) || kind === "suspense")
      .reduce((sum, { posted }) => sum + posted, 0);
    if (!machine?.quarantined)
      found.push(`machine ${row.machine} forgot a credit of ${row.lost} and is not out of play`);
    if (kept < row.lost) found.push(`machine ${row.machine} forgot a credit of ${row.lost}, the ledger keeps ${kept}`);
  }
  return found;
};

const noOldEpochAtTheMachine: Rule = ({ cabinet }) => {
  const found: string[] = [];
  const highest = new Map<number, number>();
  for (const row of cabinet.audit) {
    if (!("epoch" in row)) continue;
    const known = highest.get(row.machine) ?? 0;
    if (row.type === "hello") highest.set(row.machine, Math.max(known, row.epoch));
    if (row.epoch >= known || (row.type === "command" && row.fenced)) continue;
    const what = row.type === "command" ? row.command : row.type;
    found.push(`machine ${row.machine} carried out "${what}" of epoch ${row.epoch} after epoch ${known}`);
  }
  return found;
};

const noOldEpochInTheDatabase: Rule = ({ database }) => {
  const found: string[] = [];
  const highest = new Map<number, number>();
  for (const { machine, epoch } of database.fences) {
    const known = highest.get(machine) ?? 0;
    if (epoch < known)
      found.push(`the database took a write of epoch ${epoch} for machine ${machine} after epoch ${known}`);
    highest.set(machine, Math.max(known, epoch));
  }
  return found;
};

const everyWriteIsFenced: Rule = ({ database }) =>
  database.unfenced.map(({ machine, table }) => `a write to ${table} for machine ${machine} compared no epoch`);

const sessionsDoNotOverlap: Rule = ({ database }) => {
  const found: string[] = [];
  for (const who of ["machine", "player"] as const) {
    for (const [id, rows] of by(database.sessions, (session) => session[who])) {
      const sorted = rows.toSorted((a, b) => a.startedAt - b.startedAt);
      for (const [index, session] of sorted.entries()) {
        const before = sorted[index - 1];
        if (before && (before.endedAt === null || before.endedAt > session.startedAt))
          found.push(`sessions ${before.id} and ${session.id} of ${who} ${id} overlap`);
      }
    }
  }
  return found;
};

/**
 * A balance that was read after an acknowledgement, with no other operation of that player in progress, is the
 * acknowledged one. (In these runs no prize and no promotion is paid to a wallet.)
 */
const readsShowWhatWasAcknowledged: Rule = ({ players }) => {
  const found: string[] = [];
  const operations = by(players.operations, ({ player }) => player);
  for (const { player, askedAt, answeredAt, balance } of players.reads) {
    const all = (operations.get(player) ?? []).filter(
      ({ attempts }) => (attempts[0]?.askedAt ?? Infinity) < answeredAt,
    );
    const isOpen = all.some((operation) => {
      const last = operation.attempts.at(-1);
      return verdictOf(operation) === null || (last?.answeredAt ?? Infinity) > askedAt;
    });
    if (isOpen) continue;
    const acknowledged = all
      .flatMap(({ attempts }) => attempts.slice(0, 1).map(({ askedAt: begun }) => ({ begun, attempts })))
      .toSorted((a, b) => a.begun - b.begun)
      .map(({ attempts }) => attempts.find(({ outcome }) => outcome.type === "acknowledged")?.outcome)
      .findLast((outcome) => outcome !== undefined);
    if (acknowledged?.type === "acknowledged" && acknowledged.balance !== balance)
      found.push(`player ${player} read a balance of ${balance} after ${acknowledged.balance} was acknowledged`);
  }
  return found;
};

const nothingIsOpen: Rule = ({ database }) => [
  ...database.transfers
    .filter(({ state }) => !["done", "failed", "manual"].includes(state))
    .map(({ id, state, machine }) => `transfer ${id} on machine ${machine} is still ${state}`),
  ...database.accounts
    .filter(
      ({ kind, ref, held }) =>
        held !== 0 && !database.transfers.some((t) => t.player === ref && t.state === "manual" && kind === "player"),
    )
    .map(({ kind, ref, held }) => `the account of ${kind} ${ref} still holds ${held}`),
];

const ledgerChecksOut: Rule = (evidence) => {
  // After a memory was cleared the check must report it.
  const isCleared = evidence.cabinet.audit.some((row) => row.type === "cleared" && row.lost > 0);
  const { ok, broken } = evidence.ledgerCheck;
  if (isCleared) return ok ? ["house ledger check finds nothing, though a machine forgot its credit"] : [];
  return ok ? [] : [`house ledger check: ${broken.join("; ") || "it does not hold"}`];
};

export const RULES = {
  acknowledgedOnce,
  failedIsAbsent,
  ledgerIsTheMachinesRecord,
  metersAreTheLedger,
  pressesAreTheMachines,
  everyPressIsAnswered,
  clearedIsNotLost,
  noOldEpochAtTheMachine,
  noOldEpochInTheDatabase,
  everyWriteIsFenced,
  sessionsDoNotOverlap,
  readsShowWhatWasAcknowledged,
  nothingIsOpen,
  ledgerChecksOut,
} as const satisfies Record<string, Rule>;

export function check(evidence: Evidence): Violation[] {
  return Object.entries(RULES).flatMap(([rule, find]) => find(evidence).map((what) => ({ rule, what })));
}
