/** The live picture, and whether it is watched: each watching is in the audit log. */
import { Suspense } from "react";
import type { ReactNode } from "react";
import { Button, EyeIcon, EyeOffIcon } from "@reelcast/ui";
import { lazyPart } from "../../i18n/lazyPart.ts";
import { useT } from "../../i18n/index.ts";

const LivePicture = lazyPart(() => import("../../floor/LivePicture.tsx"), "floor");

export interface LiveProps {
  machineId: number;
  watching: boolean;
  onChange: (watching: boolean) => void;
  /** Below the live picture, and in its place while nobody watches. */
  still: ReactNode;
}
export function Live({ machineId, watching, onChange, still }: LiveProps) {
  const t = useT();
  return (
    <div className="card overflow-hidden">
      <div className="relative">
        {still}
        {watching ? (
          <Suspense>
            <LivePicture machineId={machineId} controls />
          </Suspense>
        ) : null}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 py-2">
        <p className="text-sm text-muted">{t(watching ? "machine.watchedNote" : "machine.notWatched")}</p>
        <Button
          tone="quiet"
          icon={watching ? <EyeOffIcon size={18} /> : <EyeIcon size={18} />}
          onClick={() => onChange(!watching)}
        >
          {t(watching ? "machine.stopWatching" : "machine.watch")}
        </Button>
      </div>
    </div>
  );
}
