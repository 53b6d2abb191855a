/**
 * Sets or removes one limit of a player, in two steps: which limit and its value, then what will happen, with the reason. The
 * server decides what is tighter or looser; this predicts it.
 */
import { useState } from "react";
import { MOST_MINUTES, effectOf, parseMinutes } from "@reelcast/client/limits";
import { LIMIT_KINDS, LIMIT_PERIODS, MAX_TRANSFER } from "@reelcast/contract";
import type { LimitKind, LimitPeriod, PlayerLimit } from "@reelcast/contract";
import type { PlayerRecord } from "@reelcast/contract/console";
import { Button, Dialog, Field, Form, Select, toast, useParseAmount } from "@reelcast/ui";
import { call } from "../../api/index.ts";
import { useReload } from "../../api/queries.ts";
import { formatMoment, useLanguage, useT } from "../../i18n/index.ts";
import { AmountField } from "../../records/AmountField.tsx";
import { useLimitWords } from "../../records/limitWords.ts";
import { Confirm } from "../../shell/Confirm.tsx";

const FORM = "limit";

type Which = Pick<PlayerLimit, "kind" | "period">;
type InForce = Pick<PlayerLimit, "value" | "pending">;
interface LimitRequest extends Which {
  /** Minor units, minutes of a limit of time; null: none. */
  value: number | null;
}
const NONE: InForce = { value: null, pending: null };
const inForceOf = (player: PlayerRecord, { kind, period }: Which): InForce =>
  player.protection.limits.find((limit) => limit.kind === kind && limit.period === period) ?? NONE;

function MinutesField({ value, onChange }: { value: string; onChange: (typed: string) => void }) {
  const t = useT();
  return (
    <Field
      name="minutes"
      label={t("records.limitMinutes")}
      hint={t("records.limitMinutesHint")}
      value={value}
      onValueChange={onChange}
      required
      inputMode="numeric"
      autoComplete="off"
      dir="ltr"
      messages={{ valueMissing: t("shell.required") }}
      validate={(typed) =>
        typed === "" || parseMinutes(String(typed)) !== null
          ? null
          : t("records.limitMinutesWrong", { most: MOST_MINUTES })
      }
    />
  );
}

interface Draft extends Which {
  change: "set" | "remove";
  amount: string;
  minutes: string;
}
/** What is asked for; undefined: nothing that can be sent yet. */
function requestOf(
  { kind, period, change, amount, minutes }: Draft,
  present: InForce,
  parseAmount: ReturnType<typeof useParseAmount>,
) {
  if (change === "remove" && present.value !== null) return { kind, period, value: null };
  const value = kind === "time" ? parseMinutes(minutes) : parseAmount(amount);
  return value === null || value > MAX_TRANSFER ? undefined : { kind, period, value };
}

interface StepProps {
  player: PlayerRecord;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  onClose: () => void;
  onRequest: (request: LimitRequest) => void;
}
function FormStep({ player, draft, onDraft, onClose, onRequest }: StepProps) {
  const t = useT();
  const parseAmount = useParseAmount();
  const words = useLimitWords();
  const { kind, period, change } = draft;
  const present = inForceOf(player, draft);
  const request = requestOf(draft, present, parseAmount);
  const isSame = request !== undefined && request.value === present.value && present.pending === null;
  const edit = (changes: Partial<Draft>) => onDraft({ ...draft, ...changes });
  return (
    <Dialog
      open
      onClose={onClose}
      closeLabel={t("shell.close")}
      title={t("records.limitTitle", { name: player.username })}
      actions={
        <>
          <Button onClick={onClose}>{t("shell.cancel")}</Button>
          <Button type="submit" form={FORM} tone="main" disabled={isSame}>
            {t("records.limitGoOn")}
          </Button>
        </>
      }
    >
      <Form id={FORM} onFormSubmit={() => request && !isSame && onRequest(request)} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label={t("records.limitKind")}
            value={kind}
            onChange={(next) => edit({ kind: next as LimitKind, change: "set" })}
            options={LIMIT_KINDS.map((one) => ({ value: one, text: t(`records.limit_${one}`) }))}
          />
          <Select
            label={t("records.limitPeriod")}
            value={period}
            onChange={(next) => edit({ period: next as LimitPeriod, change: "set" })}
            options={LIMIT_PERIODS.map((one) => ({ value: one, text: t(`records.period_${one}`) }))}
          />
        </div>
        <p className="text-sm text-muted">{t("records.limitNow", { value: words.value(kind, present.value) })}</p>
        {present.value === null ? null : (
          <Select
            label={t("records.limitChange")}
            value={change}
            onChange={(next) => edit({ change: next === "remove" ? "remove" : "set" })}
            options={(["set", "remove"] as const).map((one) => ({
              value: one,
              text: t(`records.limitChange_${one}`),
            }))}
          />
        )}
        {change === "remove" && present.value !== null ? null : kind === "time" ? (
          <MinutesField value={draft.minutes} onChange={(minutes) => edit({ minutes })} />
        ) : (
          <AmountField
            name="amount"
            label={t("records.amount")}
            value={draft.amount}
            onChange={(amount) => edit({ amount })}
            most={MAX_TRANSFER}
          />
        )}
        <p role="status" className="text-sm text-info empty:hidden">
          {isSame ? t("records.limitSame") : null}
        </p>
      </Form>
    </Dialog>
  );
}

/** What will happen, one sentence each. */
function useEffects(present: InForce, { kind, period, value }: LimitRequest): string[] {
  const t = useT();
  const words = useLimitWords();
  const { pending } = present;
  const effect = effectOf(present.value, value);
  const isDropped = pending !== null && (effect !== "looser" || pending.value !== value);
  return [
    t("records.limitBecomes", {
      limit: words.name({ kind, period }),
      before: words.value(kind, present.value),
      after: words.value(kind, value),
    }),
    t(effect === "same" ? "records.limitSame" : effect === "tighter" ? "records.limitTighter" : "records.limitLooser"),
    ...(isDropped ? [t("records.limitDrops", { value: words.value(kind, pending.value) })] : []),
  ];
}

interface ConfirmStepProps {
  player: PlayerRecord;
  request: LimitRequest;
  onBack: () => void;
  onDone: () => void;
}
function ConfirmStep({ player, request, onBack, onDone }: ConfirmStepProps) {
  const t = useT();
  const language = useLanguage();
  const reload = useReload();
  const effects = useEffects(inForceOf(player, request), request);
  const name = player.username;
  return (
    <Confirm
      title={t("records.limitTitle", { name })}
      effects={effects}
      action={t(request.value === null ? "records.limitChange_remove" : "records.limitDo")}
      reason="required"
      tone="main"
      onClose={onBack}
      run={async (why) => {
        const { pending } = await call("limitPlayer", { params: { id: player.id }, body: { ...request, why } });
        toast.success(
          pending === null
            ? t("records.limitDone", { name })
            : t("records.limitDoneLater", { name, at: formatMoment(pending.from, language) }),
        );
        await reload("player", "playerActs", "playerLog");
        onDone();
      }}
    />
  );
}

export function LimitDialog({ player, onClose }: { player: PlayerRecord; onClose: () => void }) {
  const [draft, setDraft] = useState<Draft>({ kind: "deposit", period: "day", change: "set", amount: "", minutes: "" });
  const [request, setRequest] = useState<LimitRequest | null>(null);
  return request === null ? (
    <FormStep player={player} draft={draft} onDraft={setDraft} onClose={onClose} onRequest={setRequest} />
  ) : (
    <ConfirmStep player={player} request={request} onBack={() => setRequest(null)} onDone={onClose} />
  );
}
