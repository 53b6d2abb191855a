/** Parameters that several acts have, and their targets in the audit log. */
import { Id, MAX_TRANSFER, isPlainLine, isPlainText, isVisible } from "@reelcast/contract";
import * as z from "zod/mini";

export const Amount = z.int().check(z.positive(), z.maximum(MAX_TRANSFER));
/** A text with a visible character, without the space around it, and without characters that act on what shows it. */
export const visibleText = (max: number, { lines = false } = {}) =>
  z.string().check(
    z.trim(),
    z.maxLength(max),
    z.refine((text) => isVisible(text) && (lines ? isPlainText(text) : isPlainLine(text))),
  );

export const MachineParams = z.object({ machineId: Id });
export const PlayerParams = z.object({ playerId: Id });

export const machineTarget = ({ machineId }: { machineId: number }): string => `machine ${machineId}`;
export const playerTarget = ({ playerId }: { playerId: number }): string => `player ${playerId}`;
