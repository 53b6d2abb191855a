/** Sets one limit. While it is typed, the dialog says when it takes effect. */
import { useState } from "react";
import { effectOf } from "@reelcast/client/limits";
import { ErrorCode } from "@reelcast/contract";
import type { PlayerLimit, Protection } from "@reelcast/contract";
import { Button, Dialog, Form, toast } from "@reelcast/ui";
import { accountCall } from "../../api/account.ts";
import { settings } from "../../api/index.ts";
import { formatDate, useT } from "../../i18n/index.ts";
import { useSubmit } from "../../shell/useSubmit.ts";
import { Working } from "../Working.tsx";
import { LimitField } from "./LimitField.tsx";
import { useLimitInput } from "./useLimitInput.ts";
import { useLimitWords } from "./useLimitWords.ts";

export interface LimitDialogProps {
  open: boolean;
  limit: PlayerLimit;
  onClose: () => void;
  onSaved: (protection: Protection) => void;
}

/** When the typed limit takes effect. */
function EffectText({ limit: { kind, value, pending }, requested }: { limit: PlayerLimit; requested: number }) {
  const t = useT();
  const word = useLimitWords();
  switch (effectOf(value, requested)) {
    case "tighter":
      return t("protection.atOnce", { value: word(kind, requested) });
    case "looser":
      return t("protection.later", { value: word(kind, requested) });
    case "same":
      return pending === null ? t("protection.unchanged") : t("protection.unchangedCancels");
  }
}

export default function LimitDialog({ open, limit, onClose, onSaved }: LimitDialogProps) {
  const t = useT();
  const { kind, period, value: present, resetsAt } = limit;
  const input = useLimitInput(kind);
  const [text, setText] = useState("");
  const { busy, errors, problem, submit, reset } = useSubmit({ [ErrorCode.InvalidRequest]: { field: "value" } });
  const requested = input.parse(text);

  const close = () => {
    setText("");
    reset();
    onClose();
  };
  /** @param value null removes the limit */
  const save = (value: number | null) =>
    void submit(async () => {
      const answer = await accountCall("setLimit", { body: { kind, period, value } });
      const pending = answer.limits.find((one) => one.kind === kind && one.period === period)?.pending;
      onSaved(answer);
      close();
      toast.success(
        pending
          ? t("protection.savedLater", { at: formatDate(pending.from, settings().dateFormat) })
          : t("protection.savedNow"),
      );
    });

  return (
    <Dialog
      open={open}
      // Not until the answer: it may be that the limit was not saved.
      {...(!busy && { onClose: close })}
      closeLabel={t("shell.close")}
      title={t("protection.dialogTitle", { limit: t(`protection.${kind}`), period: t(`protection.${period}`) })}
      description={t(`protection.${kind}Lead`)}
    >
      <Form
        errors={errors}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (requested !== null) save(requested);
        }}
      >
        {present === null ? null : (
          <p className="-mt-2 text-sm text-muted">
            {t("protection.resets", { at: formatDate(resetsAt, settings().dateFormat) })}
          </p>
        )}
        <LimitField input={input} text={text} onChange={setText} />
        <p role="status" className="min-h-11 text-[.9375rem] text-info">
          {requested === null ? null : <EffectText limit={limit} requested={requested} />}
        </p>
        <p role="alert" className="text-sm text-error empty:hidden">
          {problem}
        </p>
        <Working busy={busy} />
        <Buttons busy={busy} onCancel={close} onRemove={present === null ? null : () => save(null)} />
      </Form>
    </Dialog>
  );
}

interface ButtonsProps {
  busy: boolean;
  onCancel: () => void;
  /** Null: there is no limit yet. */
  onRemove: (() => void) | null;
}
function Buttons({ busy, onCancel, onRemove }: ButtonsProps) {
  const t = useT();
  return (
    <>
      <div className="flex flex-wrap justify-end gap-3 *:grow sm:*:grow-0">
        {onRemove === null ? (
          <Button disabled={busy} onClick={onCancel}>
            {t("protection.cancel")}
          </Button>
        ) : (
          <Button tone="danger" disabled={busy} aria-describedby="remove-hint" onClick={onRemove}>
            {t("protection.remove")}
          </Button>
        )}
        <Button type="submit" tone="main" busy={busy}>
          {t("protection.save")}
        </Button>
      </div>
      {onRemove === null ? null : (
        <p id="remove-hint" className="text-sm text-muted">
          {t("protection.removeHint")}
        </p>
      )}
    </>
  );
}
