/**
 * Statuses of machines that the server has pushed and that are not in the list of machines yet. While one scrolls, the list
 * is written seldom, since each of its changes costs a frame or two on a slow device; the cards in sight show these.
 */
import type { MachineStatus } from "@reelcast/contract";

export const pushedStatuses = new Map<number, MachineStatus>();
