/** A looser limit that the player has asked for: from when it can be confirmed, and then its confirmation. */
import { ErrorCode } from "@reelcast/contract";
import type { PlayerLimit, Protection } from "@reelcast/contract";
import { Button, ClockIcon, toast, useNow } from "@reelcast/ui";
import { accountCall } from "../../api/account.ts";
import { isApiError } from "../../api/index.ts";
import { useSettings } from "../../api/useSettings.ts";
import { formatDate, useT } from "../../i18n/index.ts";
import { useSubmit } from "../../shell/useSubmit.ts";
import { Working } from "../Working.tsx";
import { canConfirm } from "./limitValues.ts";
import { useLimitWords } from "./useLimitWords.ts";

interface Props {
  limit: PlayerLimit;
  pending: NonNullable<PlayerLimit["pending"]>;
  onSaved: (protection: Protection) => void;
}

export function LooserLimit({ limit: { kind, period, value }, pending, onSaved }: Props) {
  const t = useT();
  const word = useLimitWords();
  const { busy, problem, submit } = useSubmit({});
  const now = useNow();
  const { dateFormat } = useSettings();
  const isDue = canConfirm(pending, now);
  const requested = pending.value === null ? t("protection.none") : word(kind, pending.value);
  const words = {
    at: formatDate(pending.from, dateFormat),
    until: pending.until === undefined ? "" : formatDate(pending.until, dateFormat),
    value: requested,
  };
  const confirm = () =>
    void submit(async () => {
      try {
        onSaved(await accountCall("confirmLimit", { body: { kind, period, value: pending.value } }));
        toast.success(t("protection.confirmed"));
      } catch (error) {
        // It has lapsed or was replaced elsewhere, or the server's clock is behind: what counts is shown.
        if (!isApiError(error, ErrorCode.Conflict)) throw error;
        onSaved(await accountCall("protection", {}));
        toast.error(t("protection.confirmOver"));
      }
    });
  // Setting the limit in force again cancels the request.
  const keep = () =>
    void submit(async () => {
      onSaved(await accountCall("setLimit", { body: { kind, period, value } }));
      toast.success(t("protection.kept"));
    });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-info/10 px-3 py-2 text-[.9375rem]">
      <p className="flex items-center gap-2 text-info">
        <ClockIcon className="shrink-0" />
        <strong className="font-semibold">{t(`protection.${period}`)}</strong>
        {t(PENDING_TEXT[isDue ? "due" : "waiting"][pending.value === null ? "none" : "to"], words)}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button tone="quiet" disabled={busy} onClick={keep}>
          {t("protection.pendingCancel")}
        </Button>
        {isDue ? (
          <Button
            busy={busy}
            aria-label={t("protection.confirmLabel", {
              limit: t(`protection.${kind}`),
              period: t(`protection.${period}`),
              value: requested,
            })}
            onClick={confirm}
          >
            {t("protection.confirm")}
          </Button>
        ) : null}
      </div>
      <p role="alert" className="w-full text-sm text-error empty:hidden">
        {problem}
      </p>
      <Working busy={busy} />
    </div>
  );
}

const PENDING_TEXT = {
  waiting: { to: "protection.pendingTo", none: "protection.pendingNone" },
  due: { to: "protection.confirmTo", none: "protection.confirmNone" },
} as const;
