/**
 * The way from a machine to the lobby. A player who came from there goes back to the same place: the same brand, filters and
 * height, which the browser's history knows. Otherwise the lobby is opened anew.
 */
import { useNavigate, useRouter } from "@tanstack/react-router";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The entry before this one is the lobby. */
    afterLobby?: boolean;
  }
}

export function useWayToLobby(): () => void {
  const navigate = useNavigate();
  const { history } = useRouter();
  return () => {
    if (history.location.state.afterLobby === true) history.back();
    else void navigate({ to: "/lobby" });
  };
}
