/** Asks once more before a break begins. */
import { useState } from "react";
import { Button, Dialog, toast } from "@reelcast/ui";
import { accountCall } from "../../api/account.ts";
import { useSettings } from "../../api/useSettings.ts";
import { forgetLogin } from "../../auth/loginState.ts";
import { formatDate, useT } from "../../i18n/index.ts";
import { useSubmit } from "../../shell/useSubmit.ts";
import { Working } from "../Working.tsx";
import { Consequences } from "./Consequences.tsx";
import { afterDays, wordDays } from "./durations.ts";

export default function BreakDialog({ days, onClose }: { days: number; onClose: () => void }) {
  const t = useT();
  const { busy, problem, submit } = useSubmit({});
  const [now] = useState(Date.now);
  const { dateFormat } = useSettings();
  const begin = () =>
    void submit(async () => {
      const { breakUntil } = await accountCall("takeBreak", { body: { days } }, { timeoutMs: 90_000 });
      const until = formatDate(breakUntil ?? afterDays(now, days), dateFormat);
      // Every login has ended with it, this one too.
      forgetLogin();
      toast.info(t("protection.breakDone", { until }), { id: "login-over", lasts: "banner" });
    });
  return (
    <Dialog
      open
      {...(!busy && { onClose })}
      title={t("protection.breakAsk", { length: wordDays(days, t) })}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            {t("protection.cancel")}
          </Button>
          <Button tone="danger" busy={busy} onClick={begin}>
            {t("protection.breakDo")}
          </Button>
        </>
      }
    >
      <Consequences title={t("protection.breakWhat")} until={afterDays(now, days)} />
      <p role="alert" className="text-sm text-error empty:hidden">
        {problem}
      </p>
      <Working busy={busy} />
    </Dialog>
  );
}
