/** Self-exclusion in two steps: first what happens, then password and agreement. Nothing is sent before the second. */
import { useEffect, useRef, useState } from "react";
import { ErrorCode } from "@reelcast/contract";
import { accountCall } from "../../api/account.ts";
import { settings } from "../../api/index.ts";
import { endSession } from "../../auth/session.ts";
import { formatDate, useT } from "../../i18n/index.ts";
import { Button, Checkbox, Dialog, Field, Form, toast } from "../../ui/index.ts";
import { useSubmit } from "../../shell/useSubmit.ts";
import { Working } from "../Working.tsx";
import { Consequences } from "./Consequences.tsx";
import { afterMonths, wordMonths } from "./rules.ts";

export default function ExclusionDialog({ months, onClose }: { months: number; onClose: () => void }) {
  const t = useT();
  const [step, setStep] = useState<1 | 2>(1);
  const [password, setPassword] = useState("");
  const [agreed, setAgreed] = useState(false);
  const [now] = useState(Date.now);
  const { busy, errors, problem, submit } = useSubmit({
    [ErrorCode.WrongOldPassword]: { field: "exclusionPassword", text: t("protection.passwordWrong") },
  });
  const field = useRef<HTMLInputElement>(null);
  // The button that led here is gone: the focus goes on to what is asked for.
  useEffect(() => {
    if (step === 2) field.current?.focus();
  }, [step]);
  const { dateFormat } = settings();
  const length = wordMonths(months, t);
  const until = formatDate(afterMonths(now, months), dateFormat);
  const exclude = () =>
    void submit(async () => {
      const { exclusionUntil } = await accountCall(
        "selfExclude",
        { body: { months, password } },
        { timeoutMs: 90_000 },
      );
      const end = exclusionUntil === null ? until : formatDate(exclusionUntil, dateFormat);
      // Every login has ended with it, this one too.
      endSession();
      toast.info(t("protection.exclusionDone", { until: end }), { id: "login-over", timeoutMs: 0 });
    });

  return (
    <Dialog
      open
      {...(!busy && { onClose })}
      width={520}
      title={step === 1 ? t("protection.exclusionAsk", { length }) : t("protection.exclusionConfirm")}
      description={step === 1 ? t("protection.stepOne") : t("protection.stepTwo")}
      {...(step === 1 && {
        actions: (
          <>
            <Button onClick={onClose}>{t("protection.cancel")}</Button>
            <Button tone="danger" onClick={() => setStep(2)}>
              {t("protection.exclusionNext")}
            </Button>
          </>
        ),
      })}
    >
      {step === 1 ? (
        <Consequences
          title={t("protection.exclusionWhat")}
          until={afterMonths(now, months)}
          never={t("protection.exclusionNever")}
        />
      ) : (
        <Form
          errors={errors}
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (agreed) exclude();
          }}
        >
          <p className="text-[.9375rem]">{t("protection.exclusionConfirmLead")}</p>
          <Field
            ref={field}
            required
            name="exclusionPassword"
            label={t("protection.password")}
            messages={{ valueMissing: t("profile.required") }}
            type="password"
            value={password}
            onValueChange={setPassword}
            autoComplete="current-password"
            maxLength={200}
          />
          <Checkbox
            name="agreed"
            label={t("protection.exclusionAgree", { until })}
            checked={agreed}
            onChange={setAgreed}
          />
          {agreed ? null : <p className="text-sm text-muted">{t("protection.exclusionAgreeFirst")}</p>}
          <p role="alert" className="text-sm text-error empty:hidden">
            {problem}
          </p>
          <Working busy={busy} />
          <div className="flex flex-wrap justify-end gap-3 *:grow sm:*:grow-0">
            <Button disabled={busy} onClick={onClose}>
              {t("protection.cancel")}
            </Button>
            <Button type="submit" tone="danger" busy={busy} disabled={!agreed}>
              {t("protection.exclusionDo", { length })}
            </Button>
          </div>
        </Form>
      )}
    </Dialog>
  );
}
