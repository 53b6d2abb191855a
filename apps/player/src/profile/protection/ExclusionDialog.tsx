/** Self-exclusion in two steps: first its consequences, then password and agreement. Only the second sends anything. */
import { useEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import { ErrorCode } from "@reelcast/contract";
import { Button, Checkbox, Dialog, Field, Form, toast } from "@reelcast/ui";
import { accountCall } from "../../api/account.ts";
import { useSettings } from "../../api/useSettings.ts";
import { forgetLogin } from "../../auth/loginState.ts";
import { formatDate, useT } from "../../i18n/index.ts";
import { useSubmit } from "../../shell/useSubmit.ts";
import { Working } from "../Working.tsx";
import { Consequences } from "./Consequences.tsx";
import { afterMonths, wordMonths } from "./durations.ts";

/**
 * The form of the second step and its request. Kept outside of the dialog's content, which is mounted again when the
 * dialog becomes busy.
 * @param until about when the exclusion ends, ms. The server's answer has the exact time
 */
function useExclusion(months: number, until: number) {
  const t = useT();
  const [password, setPassword] = useState("");
  const [agreed, setAgreed] = useState(false);
  const { dateFormat } = useSettings();
  const { busy, errors, problem, submit } = useSubmit({
    [ErrorCode.WrongOldPassword]: { field: "exclusionPassword", text: t("protection.passwordWrong") },
  });
  const exclude = () =>
    void submit(async () => {
      const { exclusionUntil } = await accountCall(
        "selfExclude",
        { body: { months, password } },
        { timeoutMs: 90_000 },
      );
      // The server has ended every login of the player, this one too.
      forgetLogin();
      toast.info(t("protection.exclusionDone", { until: formatDate(exclusionUntil ?? until, dateFormat) }), {
        id: "login-over",
        lasts: "banner",
      });
    });
  return { password, setPassword, agreed, setAgreed, busy, errors, problem, exclude };
}

export default function ExclusionDialog({ months, onClose }: { months: number; onClose: () => void }) {
  const t = useT();
  const [step, setStep] = useState<1 | 2>(1);
  const [now] = useState(Date.now);
  const until = afterMonths(now, months);
  const exclusion = useExclusion(months, until);
  const field = useRef<HTMLInputElement>(null);
  // The button that led here is gone, so the focus moves to the password.
  useEffect(() => {
    if (step === 2) field.current?.focus();
  }, [step]);
  const length = wordMonths(months, t);
  return (
    <Dialog
      open
      {...(!exclusion.busy && { onClose })}
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
        <Consequences title={t("protection.exclusionWhat")} until={until} never={t("protection.exclusionNever")} />
      ) : (
        <Confirmation exclusion={exclusion} field={field} length={length} until={until} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface ConfirmationProps {
  exclusion: ReturnType<typeof useExclusion>;
  field: RefObject<HTMLInputElement | null>;
  /** The length of the exclusion in words. */
  length: string;
  /** Ms since the epoch. */
  until: number;
  onClose: () => void;
}
/** The second step: password and agreement. */
function Confirmation({ exclusion, field, length, until, onClose }: ConfirmationProps) {
  const house = useSettings();
  const t = useT();
  const { password, setPassword, agreed, setAgreed, busy, errors, problem, exclude } = exclusion;
  return (
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
        label={t("protection.exclusionAgree", { until: formatDate(until, house.dateFormat) })}
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
  );
}
