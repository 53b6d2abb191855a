/** Around every screen of a player: live news into the query cache, and the way back to an open session. */
import type { Machine, MachineStatus, OpenSession } from "@reelcast/contract";
import { useQueryClient } from "@tanstack/react-query";
import { Outlet, useLocation } from "@tanstack/react-router";
import { Suspense, lazy, useEffect, useRef, useState } from "react";
import { useLogin, loginExpired } from "../auth/session.ts";
import { readToken } from "../api/index.ts";
import { startNotifications } from "../session/notifications.ts";
import { withStatuses } from "./statuses.ts";

const ReconnectDialog = lazy(() => import("../auth/ReconnectDialog.tsx"));
const IN_GAME = /^\/game\//;

export default function PlayerRoot() {
  const login = useLogin();
  const queries = useQueryClient();
  const { pathname } = useLocation();
  const [open, setOpen] = useState<OpenSession | null>(null);
  const path = useRef(pathname);
  useEffect(() => {
    path.current = pathname;
  }, [pathname]);
  // Whoever is in a game has found the way.
  if (open && IN_GAME.test(pathname)) setOpen(null);

  const playerId = login?.user.id;
  useEffect(() => {
    if (playerId === undefined) return;
    const statuses = new Map<number, MachineStatus>();
    let frame = 0;
    // However many come: the list is written once a frame.
    const flush = () => {
      frame = 0;
      queries.setQueryData<Machine[]>(["machines"], (machines) =>
        machines ? withStatuses(machines, statuses) : machines,
      );
      statuses.clear();
    };
    let connections = 0;
    const stop = startNotifications({
      playerId,
      onMachine(id, status) {
        statuses.set(id, status);
        frame ||= requestAnimationFrame(flush);
      },
      onBalance: (balance) => void queries.setQueryData(["balance"], balance),
      onSession: (session) => !IN_GAME.test(path.current) && setOpen(session),
      onEnded: () => loginExpired(readToken() ?? ""),
      onConnected() {
        connections += 1;
        // What was pushed while the connection was lost is read again.
        if (connections > 1) void queries.invalidateQueries();
      },
    });
    return () => {
      cancelAnimationFrame(frame);
      stop();
    };
  }, [playerId, queries]);

  // The guard sends whoever has no login away; until then nothing of a player is shown.
  if (!login) return null;
  return (
    <>
      <Outlet />
      {open ? (
        <Suspense>
          <ReconnectDialog session={open} onDone={() => setOpen(null)} />
        </Suspense>
      ) : null}
    </>
  );
}
