/** Puts pushed statuses into every list of machines in the query cache, many at a time. */
import type { Machine, MachineStatus, OpenSession } from "@reelcast/contract";
import type { QueryClient } from "@tanstack/react-query";
import { OPEN_SESSION } from "../auth/openSession.ts";
import { pushedStatuses } from "../lobby/pushedStatuses.ts";
import { withStatus, withStatuses } from "./statuses.ts";

const EVERY_MS = 200;
/** After so long without scrolling, one scrolls no more. */
const SCROLL_ENDS_MS = 300;
/** Each change of the list costs a frame or two on a slow device. While one scrolls, the cards show the statuses themselves. */
const EVERY_MS_IN_SCROLLING = 2_000;

interface StatusWriter {
  push: (id: number, status: MachineStatus) => void;
  stop: () => void;
}
export function createStatusWriter(queries: QueryClient): StatusWriter {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let scrolledAt = -Infinity;
  let writtenAt = -Infinity;
  const onScroll = (): void => void (scrolledAt = performance.now());
  addEventListener("scroll", onScroll, { passive: true });
  const write = (): void => {
    const now = performance.now();
    queries.setQueryData<OpenSession | null>(OPEN_SESSION, (session) => session && withStatus(session, pushedStatuses));
    if (now - scrolledAt < SCROLL_ENDS_MS && now - writtenAt < EVERY_MS_IN_SCROLLING) {
      timer = setTimeout(write, EVERY_MS);
      return;
    }
    timer = undefined;
    writtenAt = now;
    queries.setQueriesData<Machine[]>({ queryKey: ["machines"] }, (machines) =>
      machines ? withStatuses(machines, pushedStatuses) : machines,
    );
    pushedStatuses.clear();
  };
  return {
    push(id, status) {
      pushedStatuses.set(id, status);
      timer ??= setTimeout(write, EVERY_MS);
    },
    stop() {
      clearTimeout(timer);
      removeEventListener("scroll", onScroll);
      pushedStatuses.clear();
    },
  };
}
