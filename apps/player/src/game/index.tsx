/** The route /game/:gameId/:name. The name is for people; the number is the machine. */
import { Navigate, useParams } from "@tanstack/react-router";
import { GameScreen } from "./GameScreen.tsx";

export default function GameRoute() {
  const { gameId = "" } = useParams({ strict: false });
  const machineId = /^\d{1,9}$/.test(gameId) ? Number(gameId) : 0;
  if (machineId <= 0) return <Navigate to="/lobby" replace />;
  // Another machine is another seat: nothing is carried over.
  return <GameScreen key={machineId} machineId={machineId} />;
}
