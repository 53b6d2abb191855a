/** The route /game/:gameId/:name. The name is for people; the number is the machine. */
import { Navigate, useParams } from "@tanstack/react-router";
import { dropOffer, openSeat, prepareSeat } from "./early.ts";
import { GameScreen } from "./GameScreen.tsx";

/** 0: no machine. */
const machineOf = (gameId = "") => (/^\d{1,9}$/.test(gameId) ? Number(gameId) : 0);

export const prepare = prepareSeat;
export const drop = dropOffer;
export function begin(path: string): void {
  const machineId = machineOf(path.split("/")[2]);
  if (machineId > 0) openSeat(machineId);
}

export default function GameRoute() {
  const { gameId } = useParams({ strict: false });
  const machineId = machineOf(gameId);
  if (machineId <= 0) return <Navigate to="/lobby" replace />;
  // Another machine is another seat: nothing is carried over.
  return <GameScreen key={machineId} machineId={machineId} />;
}
