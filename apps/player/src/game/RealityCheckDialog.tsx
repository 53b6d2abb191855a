/** How long the player has played, and the net result. Both choices look the same; Escape is none. */
import type { RefObject } from "react";
import { Button, Dialog, cx } from "@reelcast/ui";
import { formatDuration, useT } from "../i18n/index.ts";
import { SteadyMoney } from "./SteadyMoney.tsx";

export interface RealityCheckDialogProps {
  open: boolean;
  /** Seconds since the session began. */
  played: number;
  /** Minor units, negative for a loss. */
  net: number;
  onContinue: () => void;
  onLeave: () => void;
  returnFocus: RefObject<HTMLElement | null>;
}

export default function RealityCheckDialog(props: RealityCheckDialogProps) {
  const { open, played, net, onContinue, onLeave, returnFocus } = props;
  const t = useT();
  return (
    <Dialog
      open={open}
      returnFocus={returnFocus}
      title={t("gameParts.realityTitle")}
      description={t("gameParts.realityHint")}
      actions={
        <>
          <Button onClick={onLeave}>{t("gameParts.leaveDo")}</Button>
          <Button onClick={onContinue}>{t("gameParts.realityContinue")}</Button>
        </>
      }
    >
      <dl className="grid grid-cols-2 gap-3">
        <div className="rounded-lg bg-sunken p-4">
          <dt className="text-sm text-muted">{t("gameParts.realityPlayed")}</dt>
          <dd className="text-2xl font-semibold figures">{formatDuration(played)}</dd>
        </div>
        <div className="rounded-lg bg-sunken p-4">
          <dt className="text-sm text-muted">{t("game.net")}</dt>
          <dd className={cx("text-2xl font-semibold", net < 0 ? "text-credit" : net > 0 ? "text-cash" : "text-text")}>
            <SteadyMoney minor={net} signed />
          </dd>
        </div>
      </dl>
    </Dialog>
  );
}
