/** What players see of brands and machines before they sit down. Reads only. */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { Brand, BrandLobby, Machine, MachineStatus, OpenSession, SessionEnd } from "@reelcast/contract";
import type { Wallet } from "../wallet/index.ts";
import type { MachineRow, MachineStore } from "./machineStore.ts";
import type { OpenedGame } from "./openHost.ts";
import type { Sessions } from "./sessions.ts";
import type { FloorService } from "./types.ts";

interface LobbyStores {
  machineStore: MachineStore;
  sessions: Sessions;
}
/** What is known of machines that are running, in whichever process. */
export interface MachineView {
  /** Offline while no process runs it. */
  statusOf(machineId: number): MachineStatus;
  /** undefined: not known yet. */
  game(machineId: number): OpenedGame | undefined;
  /** That session at that machine as its player is shown it; null if its host does not know it. */
  openSessionOf(machineId: number, sessionId: string): Promise<OpenSession | null>;
}
/** A machine is shown as hot for so long after a big win. */
const HOT_MS = 24 * 3_600_000;

type LobbyReads = Pick<FloorService, "brands" | "brandLobby" | "machines" | "openSession" | "endOf">;

export class Lobby implements LobbyReads {
  readonly #view: MachineView;
  readonly #machineStore: MachineStore;
  readonly #sessions: Sessions;
  readonly #wallet: Pick<Wallet, "machineLedgers" | "checking">;
  constructor(
    view: MachineView,
    wallet: Pick<Wallet, "machineLedgers" | "checking">,
    { machineStore, sessions }: LobbyStores,
  ) {
    this.#view = view;
    this.#wallet = wallet;
    this.#machineStore = machineStore;
    this.#sessions = sessions;
  }

  statusOf(machineId: number): MachineStatus {
    return this.#view.statusOf(machineId);
  }
  async brands(): Promise<Brand[]> {
    const [brands, machines] = await Promise.all([this.#machineStore.brands(), this.#machineStore.machines()]);
    return brands.map(({ id, name, image, jackpot }) => {
      const own = machines.filter((machine) => machine.brand_id === id);
      const freeCount = own.filter((machine) => this.statusOf(machine.id) === "available").length;
      return { id, name, image, jackpot, machineCount: own.length, freeCount };
    });
  }
  async brandLobby(playerId: number, brandId: number): Promise<BrandLobby> {
    const brand = (await this.brands()).find(({ id }) => id === brandId);
    if (!brand) throw new AppError(ErrorCode.NotFound);
    const machines = (await this.#machineStore.machines()).filter((row) => row.brand_id === brandId);
    return { ...brand, machines: machines.map((row) => this.#machine(row, playerId)) };
  }
  async machines(playerId: number): Promise<Machine[]> {
    return (await this.#machineStore.machines()).map((row) => this.#machine(row, playerId));
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

  #machine(row: MachineRow, playerId: number): Machine {
    const now = Date.now();
    const { game, minBet = null } = this.#view.game(row.id) ?? {};
    const reserved = row.reserved_for !== null && row.reserved_until !== null && row.reserved_until.getTime() > now;
    return {
      id: row.id,
      name: row.name,
      status: this.statusOf(row.id),
      brand: { id: row.brand_id, name: row.brand },
      image: row.image,
      ...(reserved && row.reserved_until
        ? { reservation: { until: row.reserved_until.toISOString(), mine: row.reserved_for === playerId } }
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
  brands: () => lobby.brands(),
  brandLobby: (playerId, brandId) => lobby.brandLobby(playerId, brandId),
  machines: (playerId) => lobby.machines(playerId),
  openSession: (playerId) => lobby.openSession(playerId),
  endOf: (playerId, sessionId) => lobby.endOf(playerId, sessionId),
});

/** Adds to the refusal of a player who sits elsewhere how the lobby shows that machine. Returns any other error as it is. */
export function withStatusElsewhere(error: unknown, lobby: Pick<Lobby, "statusOf">): unknown {
  if (!(error instanceof AppError) || error.code !== ErrorCode.SessionElsewhere) return error;
  const machine_status = lobby.statusOf(Number(error.params["id"]));
  return new AppError(ErrorCode.SessionElsewhere, { ...error.params, machine_status });
}
