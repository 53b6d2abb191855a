/**
 * What players see of brands and machines before they sit down. Reads only. That a machine is reserved for somebody else is
 * shown to nobody else where the house hides it; until when, never.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import type {
  Brand,
  BrandLobby,
  Machine,
  MachineQuery,
  MachineStatus,
  OpenSession,
  SessionEnd,
  Settings,
} from "@reelcast/contract";
import type { Transfer, Wallet } from "../wallet/index.ts";
import type { Catalogue, CatalogueContent } from "./catalogue.ts";
import { pageOf } from "./machinePages.ts";
import type { BrandRow, MachineRow, MachineStore } from "./machineStore.ts";
import type { OpenedGame } from "./openHost.ts";
import { reservedFor } from "./reservations.ts";
import type { Sessions } from "./sessions.ts";
import type { FloorService } from "./types.ts";

interface LobbyStores {
  catalogue: Pick<Catalogue, "read" | "known" | "isCurrent">;
  /** The current ones. */
  settings: () => Readonly<Pick<Settings, "hideReserved">>;
  machineStore: Pick<MachineStore, "machine">;
  sessions: Sessions;
}
/** What is known of machines that are running, in whichever process. */
export interface MachineView {
  /** Offline while no process runs it. */
  statusOf(machineId: number): MachineStatus;
  /** Rises with each change of the status that this process has noticed. */
  versionOf(machineId: number): number;
  /** undefined: not known yet. */
  game(machineId: number): OpenedGame | undefined;
  /** That session at that machine as its player is shown it; null if its host does not know it. */
  openSessionOf(machineId: number, sessionId: string): Promise<OpenSession | null>;
}
/** A machine is shown as hot for so long after a big win. */
const HOT_MS = 24 * 3_600_000;

type LobbyReads = Pick<
  FloorService,
  | "brands"
  | "brandLobby"
  | "machines"
  | "openSession"
  | "endOf"
  | "stateOf"
  | "brandOf"
  | "machinesOf"
  | "shownOnlyTo"
  | "whoSees"
  | "isCurrent"
>;

export class Lobby implements LobbyReads {
  readonly #view: MachineView;
  readonly #catalogue: LobbyStores["catalogue"];
  readonly #machineStore: LobbyStores["machineStore"];
  readonly #sessions: Sessions;
  readonly #settings: LobbyStores["settings"];
  readonly #wallet: Pick<Wallet, "machineLedgers" | "checking" | "byClientId">;
  constructor(
    view: MachineView,
    wallet: Pick<Wallet, "machineLedgers" | "checking" | "byClientId">,
    { catalogue, machineStore, sessions, settings }: LobbyStores,
  ) {
    this.#view = view;
    this.#catalogue = catalogue;
    this.#wallet = wallet;
    this.#machineStore = machineStore;
    this.#sessions = sessions;
    this.#settings = settings;
  }

  statusOf(machineId: number): MachineStatus {
    return this.#view.statusOf(machineId);
  }
  async brands(playerId: number): Promise<Brand[]> {
    const content = await this.#catalogue.read();
    return content.brands.map((row) => this.#brand(row, this.#shownOf(content, row.id, playerId), playerId));
  }
  async brandLobby(playerId: number, brandId: number): Promise<BrandLobby> {
    const content = await this.#catalogue.read();
    const brand = content.brands.find(({ id }) => id === brandId);
    if (!brand) throw new AppError(ErrorCode.NotFound);
    const machines = this.#shownOf(content, brandId, playerId);
    return { ...this.#brand(brand, machines, playerId), machines: machines.map((row) => this.#machine(row, playerId)) };
  }
  async machines(playerId: number, query: MachineQuery = {}): Promise<{ machines: Machine[]; next: string | null }> {
    const { rows, next } = pageOf(await this.#catalogue.read(), query, {
      gameOf: (id) => this.#view.game(id)?.game,
      isShown: (row) => this.#isShown(row, playerId),
    });
    return { machines: rows.map((row) => this.#machine(row, playerId)), next };
  }
  stateOf(machineId: number): { id: number; status: MachineStatus; version: number } {
    return { id: machineId, status: this.statusOf(machineId), version: this.#view.versionOf(machineId) };
  }
  brandOf(machineId: number): number | undefined {
    return this.#catalogue.known?.byId.get(machineId)?.brand_id;
  }
  shownOnlyTo(machineId: number): number | null {
    const row = this.#catalogue.known?.byId.get(machineId);
    return row && this.#settings().hideReserved ? reservedFor(row, Date.now()) : null;
  }
  isCurrent(): boolean {
    return this.#catalogue.isCurrent;
  }
  async whoSees(): Promise<(playerId: number, machineId: number) => boolean> {
    const { byId } = await this.#catalogue.read();
    return (playerId, machineId) => {
      const row = byId.get(machineId);
      return row === undefined || this.#isShown(row, playerId);
    };
  }
  async machinesOf(brandIds?: readonly number[]): Promise<number[]> {
    const { byBrand, machines } = await this.#catalogue.read();
    if (!brandIds) return machines.map((row) => row.id);
    return brandIds.flatMap((id) => {
      const rows = byBrand.get(id);
      if (!rows) throw new AppError(ErrorCode.NotFound);
      return rows.map((row) => row.id);
    });
  }
  async openSession(playerId: number): Promise<OpenSession | null> {
    const session = await this.#sessions.ofPlayer(playerId);
    if (!session) return null;
    const known = await this.#view.openSessionOf(session.machine_id, session.id);
    if (known) return known;
    const row = await this.#machineStore.machine(session.machine_id);
    if (!row) return null;
    const { id, name } = row;
    const credit = (await this.#wallet.machineLedgers([id])).get(id)?.credit ?? 0;
    return { status: "show", name, id, machine_status: this.statusOf(id), session: session.id, credit };
  }
  async endOf(playerId: number, sessionId: string): Promise<SessionEnd | null> {
    const session = await this.#sessions.byId(sessionId);
    if (session?.player_id !== playerId || session.state !== "closed") return null;
    const row = await this.#machineStore.machine(session.machine_id);
    const reason = session.end_reason ?? "";
    const amount = reason === "checking" ? await this.#wallet.checking(playerId) : (session.paid_out ?? 0);
    return { status: "ended", id: session.machine_id, name: row?.name ?? "", session: sessionId, reason, amount };
  }
  /** A transfer of the player, as it is now; null: it was never begun. */
  transferOf(...[playerId, kind, clientTransferId]: Parameters<Wallet["byClientId"]>): Promise<Transfer | null> {
    return this.#wallet.byClientId(playerId, kind, clientTransferId);
  }

  #isShown(row: MachineRow, playerId: number): boolean {
    if (!this.#settings().hideReserved) return true;
    const owner = reservedFor(row, Date.now());
    return owner === null || owner === playerId;
  }
  /** A brand's machines as far as the player is shown them. */
  #shownOf({ byBrand }: CatalogueContent, brandId: number, playerId: number): readonly MachineRow[] {
    return (byBrand.get(brandId) ?? []).filter((row) => this.#isShown(row, playerId));
  }
  #brand({ id, name, image, jackpot }: BrandRow, machines: readonly MachineRow[], playerId: number): Brand {
    const now = Date.now();
    const freeCount = machines.filter((row) => {
      const owner = reservedFor(row, now);
      return this.statusOf(row.id) === "available" && (owner === null || owner === playerId);
    }).length;
    return { id, name, image, jackpot, machineCount: machines.length, freeCount };
  }
  #machine(row: MachineRow, playerId: number): Machine {
    const now = Date.now();
    const { game, minBet = null } = this.#view.game(row.id) ?? {};
    const owner = reservedFor(row, now);
    return {
      id: row.id,
      name: row.name,
      status: this.statusOf(row.id),
      version: this.#view.versionOf(row.id),
      brand: { id: row.brand_id, name: row.brand },
      image: row.image,
      ...(owner === playerId && row.reserved_until
        ? { reservation: { until: row.reserved_until.toISOString(), mine: true } }
        : owner !== null
          ? { reservation: { mine: false } }
          : {}),
      hot: row.last_big_win_at !== null && now - row.last_big_win_at.getTime() < HOT_MS,
      videoType: row.video_type,
      ...(minBet === null ? {} : { minBet }),
      ...(game === undefined ? {} : { game }),
    };
  }
}

/** As a part of the floor's interface. */
export const readsOf = (lobby: LobbyReads): LobbyReads => ({
  brands: (playerId) => lobby.brands(playerId),
  brandLobby: (playerId, brandId) => lobby.brandLobby(playerId, brandId),
  machines: (playerId, query) => lobby.machines(playerId, query),
  stateOf: (machineId) => lobby.stateOf(machineId),
  brandOf: (machineId) => lobby.brandOf(machineId),
  machinesOf: (brandIds) => lobby.machinesOf(brandIds),
  isCurrent: () => lobby.isCurrent(),
  shownOnlyTo: (machineId) => lobby.shownOnlyTo(machineId),
  whoSees: () => lobby.whoSees(),
  openSession: (playerId) => lobby.openSession(playerId),
  endOf: (playerId, sessionId) => lobby.endOf(playerId, sessionId),
});

/** Adds to the refusal of a player who sits elsewhere how the lobby shows that machine. Returns any other error as it is. */
export function withStatusElsewhere(error: unknown, lobby: Pick<Lobby, "statusOf">): unknown {
  if (!(error instanceof AppError) || error.code !== ErrorCode.SessionElsewhere) return error;
  const machine_status = lobby.statusOf(Number(error.params["id"]));
  return new AppError(ErrorCode.SessionElsewhere, { ...error.params, machine_status });
}
