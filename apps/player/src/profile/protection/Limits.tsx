/** The limits of deposits, of moves to machines, of loss and of time: value, usage, and a change that waits. */
import { Suspense, useState } from "react";
import { LIMIT_KINDS } from "@reelcast/contract";
import type { PlayerLimit, Protection } from "@reelcast/contract";
import { Button } from "@reelcast/ui";
import { useSettings } from "../../api/useSettings.ts";
import { formatDate, useT } from "../../i18n/index.ts";
import { lazyPart } from "../../i18n/lazyPart.ts";
import { percentUsed } from "./limitValues.ts";
import { LooserLimit } from "./LooserLimit.tsx";
import { useLimitWords } from "./useLimitWords.ts";

const LimitDialog = lazyPart(() => import("./LimitDialog.tsx"));

function Bar({ label, used, value, text }: { label: string; used: number; value: number; text: string }) {
  const percent = percentUsed(used, value);
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={text}
      className="h-2.5 overflow-hidden rounded-full border border-edge bg-sunken"
    >
      <div
        className={percent >= 100 ? "h-full bg-error" : percent >= 80 ? "h-full bg-warning" : "h-full bg-success"}
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}

function LimitRow({ limit, onChange, onSaved }: { limit: PlayerLimit; onChange: () => void } & Pick<Props, "onSaved">) {
  const t = useT();
  const word = useLimitWords();
  const { kind, period, value, used, resetsAt, pending } = limit;
  const { dateFormat } = useSettings();
  const names = { limit: t(`protection.${kind}`), period: t(`protection.${period}`) };
  const usedText =
    value === null
      ? t("protection.usedOnly", { used: word(kind, used) })
      : t("protection.usedOf", { used: word(kind, used), limit: word(kind, value) });
  return (
    <li className="flex flex-col gap-2 border-t border-line py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="min-w-0">
          <span className="text-sm text-muted">{names.period}</span>
          <span className="block text-lg leading-6 font-semibold figures">
            {value === null ? t("protection.none") : <bdi>{word(kind, value)}</bdi>}
          </span>
        </p>
        <Button
          aria-label={value === null ? t("protection.setLabel", names) : t("protection.changeLabel", names)}
          onClick={onChange}
        >
          {value === null ? t("protection.set") : t("protection.change")}
        </Button>
      </div>
      {value === null ? null : (
        <Bar label={`${names.limit}, ${names.period}`} used={used} value={value} text={usedText} />
      )}
      <p className="flex flex-wrap justify-between gap-x-4 text-sm text-muted">
        <span>
          {usedText}
          {value !== null && used >= value ? (
            <strong className="ms-2 font-semibold text-error">{t("protection.reached")}</strong>
          ) : null}
        </span>
        {value === null ? null : <span>{t("protection.resets", { at: formatDate(resetsAt, dateFormat) })}</span>}
      </p>
      {pending === null ? null : <LooserLimit limit={limit} pending={pending} onSaved={onSaved} />}
    </li>
  );
}

interface Props {
  limits: readonly PlayerLimit[];
  onSaved: (protection: Protection) => void;
}

export function Limits({ limits, onSaved }: Props) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [which, setWhich] = useState<Pick<PlayerLimit, "kind" | "period"> | null>(null);
  const chosen = which && limits.find(({ kind, period }) => kind === which.kind && period === which.period);
  return (
    <>
      <div className="grid gap-x-8 gap-y-8 md:grid-cols-2">
        {LIMIT_KINDS.map((kind) => (
          <div key={kind}>
            <h3 className="text-lg font-semibold">{t(`protection.${kind}`)}</h3>
            <p className="mb-3 text-[.9375rem] text-muted">{t(`protection.${kind}Lead`)}</p>
            <ul>
              {limits
                .filter((limit) => limit.kind === kind)
                .map((limit) => (
                  <LimitRow
                    key={limit.period}
                    limit={limit}
                    onSaved={onSaved}
                    onChange={() => {
                      setWhich(limit);
                      setOpen(true);
                    }}
                  />
                ))}
            </ul>
          </div>
        ))}
      </div>
      {chosen ? (
        <Suspense>
          <LimitDialog
            key={`${chosen.kind} ${chosen.period}`}
            open={open}
            limit={chosen}
            onClose={() => setOpen(false)}
            onSaved={onSaved}
          />
        </Suspense>
      ) : null}
    </>
  );
}
