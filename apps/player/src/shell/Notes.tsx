/** Notices on every page while they apply: no network, no server, money under review. */
import { Suspense } from "react";
import { OfflineIcon, useOnline } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import { lazyPart } from "../i18n/lazyPart.ts";
import { useChecking } from "./balance.ts";
import { useServerReachable } from "./serverReachable.ts";

const CheckingText = lazyPart(() => import("./CheckingText.tsx"));

/** No network, or no connection to the server. */
export function ConnectionNote() {
  const t = useT();
  const online = useOnline();
  const reached = useServerReachable();
  if (online && reached) return null;
  return (
    <p role="status" className="flex items-center justify-center gap-2 bg-warning/15 px-4 py-2 text-sm text-warning">
      <OfflineIcon size={18} className="shrink-0" />
      {online ? t("shell.away") : t("shell.offline")}
    </p>
  );
}

/** @param compact in the game, where the picture needs the height */
export function CheckingNote({ compact = false }: { compact?: boolean }) {
  const checking = useChecking() ?? 0;
  return (
    // The live region is rendered before its text, so that screen readers announce the text.
    <div role="status" data-note="checking">
      <Suspense>{checking > 0 ? <CheckingText compact={compact} amount={checking} /> : null}</Suspense>
    </div>
  );
}
