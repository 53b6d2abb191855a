/** Sets one limit. While it is typed, it says when it will count. */
import { CURRENCY_SYMBOLS, ErrorCode } from "@reelcast/contract";
import type { PlayerLimit, Protection } from "@reelcast/contract";
import { useState } from "react";
import { accountCall } from "../../api/account.ts";
import { settings } from "../../api/index.ts";
import { formatDate, useLanguage, useT } from "../../i18n/index.ts";
import { Button, Dialog, Field, Form, parseAmount, toast, useMoney } from "../../ui/index.ts";
import { useSubmit } from "../../shell/useSubmit.ts";
import { Working } from "../Working.tsx";
import { useLimitWords } from "./useLimitWords.ts";
import { MOST_MINUTES, effectOf, parseMinutes } from "./rules.ts";

const EXAMPLE = 150_000;
/** Largest limit of the contract, minor units. */
const MOST = 1_000_000_000_000;

export interface LimitDialogProps {
  open: boolean;
  limit: PlayerLimit;
  onClose: () => void;
  onSaved: (protection: Protection) => void;
}

export default function LimitDialog({ open, limit, onClose, onSaved }: LimitDialogProps) {
  const t = useT();
  const language = useLanguage();
  const money = useMoney();
  const word = useLimitWords();
  const { kind, period, value: present, pending } = limit;
  const [text, setText] = useState("");
  const { busy, errors, problem, submit, reset } = useSubmit({ [ErrorCode.InvalidRequest]: { field: "value" } });
  const { currency, dateFormat } = settings();
  const example = money(EXAMPLE, true).replace(CURRENCY_SYMBOLS[currency], "").trim();
  const parse = (typed: string): number | null => {
    const value = kind === "time" ? parseMinutes(typed) : parseAmount(typed, language);
    return value !== null && value <= MOST ? value : null;
  };
  const wish = parse(text);
  const effect = wish === null ? null : effectOf(present, wish);
  const wrongOf = (typed: string) => {
    if (kind === "time") return t("protection.minutesWrong", { most: MOST_MINUTES });
    const tooMuch = (parseAmount(typed, language) ?? 0) > MOST;
    return tooMuch ? t("protection.amountMost", { most: money(MOST, true) }) : t("protection.amountWrong", { example });
  };

  const close = () => {
    setText("");
    reset();
    onClose();
  };
  const save = (value: number | null) =>
    void submit(async () => {
      const answer = await accountCall("setLimit", { body: { kind, period, value } });
      const saved = answer.limits.find((one) => one.kind === kind && one.period === period);
      onSaved(answer);
      close();
      toast.success(
        saved?.pending
          ? t("protection.savedLater", { at: formatDate(saved.pending.from, dateFormat) })
          : t("protection.savedNow"),
      );
    });

  return (
    <Dialog
      open={open}
      onClose={close}
      closeLabel={t("shell.close")}
      title={t("protection.dialogTitle", { limit: t(`protection.${kind}`), period: t(`protection.${period}`) })}
      description={t(`protection.${kind}Lead`)}
    >
      <Form
        errors={errors}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (wish !== null) save(wish);
        }}
      >
        <Field
          name="value"
          label={
            kind === "time" ? t("protection.minutes") : t("protection.amount", { currency: CURRENCY_SYMBOLS[currency] })
          }
          hint={kind === "time" ? t("protection.minutesHint") : t("protection.amountHint", { example })}
          value={text}
          onValueChange={setText}
          validate={(value) => (parse(String(value)) === null ? wrongOf(String(value)) : null)}
          inputMode={kind === "time" ? "numeric" : "decimal"}
          autoComplete="off"
          maxLength={24}
        />
        <p role="status" className="min-h-11 text-[.9375rem] text-info">
          {effect === null || wish === null
            ? ""
            : effect === "tighter"
              ? t("protection.atOnce", { value: word(kind, wish) })
              : effect === "looser"
                ? t("protection.later", { value: word(kind, wish) })
                : pending === null
                  ? t("protection.unchanged")
                  : t("protection.unchangedCancels")}
        </p>
        <p role="alert" className="text-sm text-error empty:hidden">
          {problem}
        </p>
        <Working busy={busy} />
        <div className="flex flex-wrap justify-end gap-3 *:grow sm:*:grow-0">
          {present === null ? (
            <Button onClick={close}>{t("protection.cancel")}</Button>
          ) : (
            <Button tone="danger" disabled={busy} aria-describedby="remove-hint" onClick={() => save(null)}>
              {t("protection.remove")}
            </Button>
          )}
          <Button type="submit" tone="main" busy={busy}>
            {t("protection.save")}
          </Button>
        </div>
        {present === null ? null : (
          <p id="remove-hint" className="text-sm text-muted">
            {t("protection.removeHint")}
          </p>
        )}
      </Form>
    </Dialog>
  );
}
