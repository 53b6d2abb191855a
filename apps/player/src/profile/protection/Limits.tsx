/** The limits of deposits, of moves to machines, of loss and of time: one row each, with day, week and month next to each other. */
import { Suspense, useId, useState } from "react";
import { LIMIT_KINDS } from "@reelcast/contract";
import type { LimitKind, PlayerLimit, Protection } from "@reelcast/contract";
import { Button, cx } from "@reelcast/ui";
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

/** One period of a limit: value, usage, and the button that changes it. */
function Cell({ limit, onChange }: { limit: PlayerLimit; onChange: () => void }) {
  const t = useT();
  const word = useLimitWords();
  const { kind, period, value, used, resetsAt } = limit;
  const { dateFormat } = useSettings();
  const names = { limit: t(`protection.${kind}`), period: t(`protection.${period}`) };
  const usedWord = word(kind, used);
  return (
    <li className="flex min-w-0 flex-col gap-1 rounded-md border border-line bg-sunken p-2">
      <p className="text-sm text-muted">{names.period}</p>
      <p className={cx("figures wrap-anywhere", value === null ? "text-muted" : "font-semibold")}>
        {value === null ? t("protection.none") : <bdi>{word(kind, value)}</bdi>}
      </p>
      {value === null ? null : (
        <Bar
          label={`${names.limit}, ${names.period}`}
          used={used}
          value={value}
          text={t("protection.usedOf", { used: usedWord, limit: word(kind, value) })}
        />
      )}
      <p className="text-xs text-muted">{t("protection.usedOnly", { used: usedWord })}</p>
      {value !== null && used >= value ? (
        <p className="text-xs">
          <strong className="block font-semibold text-error">{t("protection.reached")}</strong>
          <span className="text-muted">{t("protection.resets", { at: formatDate(resetsAt, dateFormat) })}</span>
        </p>
      ) : null}
      <Button
        aria-label={value === null ? t("protection.setLabel", names) : t("protection.changeLabel", names)}
        onClick={onChange}
        className="mt-auto ps-1 pe-1 text-sm"
      >
        {value === null ? t("protection.set") : t("protection.change")}
      </Button>
    </li>
  );
}

interface RowProps extends Pick<Props, "onSaved"> {
  kind: LimitKind;
  /** Of this kind, in the order of the periods. */
  limits: readonly PlayerLimit[];
  onChange: (limit: PlayerLimit) => void;
}
function Row({ kind, limits, onChange, onSaved }: RowProps) {
  const t = useT();
  const id = useId();
  return (
    <div className="grid gap-x-6 gap-y-2 border-t border-line pt-4 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <div>
        <h3 id={id} className="text-lg leading-6 font-semibold">
          {t(`protection.${kind}`)}
        </h3>
        <p className="text-sm text-muted">{t(`protection.${kind}Lead`)}</p>
      </div>
      <div className="flex min-w-0 flex-col gap-2">
        {/* Letters that are much larger than usual break the row. */}
        <ul aria-labelledby={id} className="grid grid-cols-[repeat(auto-fit,minmax(min(5.5rem,100%),1fr))] gap-2">
          {limits.map((limit) => (
            <Cell key={limit.period} limit={limit} onChange={() => onChange(limit)} />
          ))}
        </ul>
        {limits.map((limit) =>
          limit.pending === null ? null : (
            <LooserLimit key={limit.period} limit={limit} pending={limit.pending} onSaved={onSaved} />
          ),
        )}
      </div>
    </div>
  );
}

interface Props {
  limits: readonly PlayerLimit[];
  onSaved: (protection: Protection) => void;
}

export function Limits({ limits, onSaved }: Props) {
  const [open, setOpen] = useState(false);
  const [which, setWhich] = useState<Pick<PlayerLimit, "kind" | "period"> | null>(null);
  const chosen = which && limits.find(({ kind, period }) => kind === which.kind && period === which.period);
  return (
    <>
      <div className="flex flex-col gap-4">
        {LIMIT_KINDS.map((kind) => (
          <Row
            key={kind}
            kind={kind}
            limits={limits.filter((limit) => limit.kind === kind)}
            onSaved={onSaved}
            onChange={(limit) => {
              setWhich(limit);
              setOpen(true);
            }}
          />
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
