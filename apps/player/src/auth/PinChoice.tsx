/** Asks for a PIN of the player's own, in place of the default one that everybody knows. */
import { asciiDigits } from "@reelcast/contract/fold";
import { useState } from "react";
import { DEFAULT_PIN, ErrorCode } from "@reelcast/contract";
import { Button, Dialog, Field, Form, toast } from "@reelcast/ui";
import { accountCall } from "../api/account.ts";
import { STORAGE, isApiError } from "../api/index.ts";
import { browserStore } from "../api/token.ts";
import { useT } from "../i18n/index.ts";
import { useSubmit } from "../shell/useSubmit.ts";
import { refreshLogin } from "./loginState.ts";

const DIGITS = { type: "password", inputMode: "numeric", autoComplete: "off", dir: "ltr", maxLength: 12 } as const;

/** @returns false where the PIN was changed elsewhere meanwhile */
async function choose(pin: string): Promise<boolean> {
  try {
    const { pin_code } = await accountCall("choosePin", { body: { pin } });
    browserStore.set(STORAGE.pin, pin_code);
    return true;
  } catch (error) {
    if (!isApiError(error, ErrorCode.Conflict)) throw error;
    await refreshLogin();
    return false;
  }
}

export default function PinChoice({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [typed, setTyped] = useState({ pin: "", again: "" });
  const { busy, errors, problem, submit } = useSubmit({}, { pin: { field: "pin", text: t("profile.pinWrong") } });
  const problemOf = (pin: string) => {
    if (!/^\d{4,12}$/.test(pin)) return t("profile.pinWrong");
    return pin === DEFAULT_PIN ? t("lock.chooseOther", { pin: DEFAULT_PIN }) : null;
  };
  const digits = (value: string) => asciiDigits(value).replace(/\D/g, "");
  return (
    <Dialog
      open
      onClose={onClose}
      closeLabel={t("shell.close")}
      title={t("lock.choose")}
      description={t("lock.chooseLead")}
    >
      <Form
        errors={errors}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(async () => {
            if (await choose(typed.pin)) toast.success(t("profile.pinChanged"));
            onClose();
          });
        }}
      >
        <Field
          {...DIGITS}
          name="pin"
          label={t("profile.newPin")}
          hint={t("profile.pinHint")}
          required
          messages={{ valueMissing: t("profile.pinWrong") }}
          value={typed.pin}
          onValueChange={(value) => setTyped({ ...typed, pin: digits(value) })}
          validate={(value) => (typeof value === "string" && value !== "" ? problemOf(value) : null)}
        />
        <Field
          {...DIGITS}
          name="again"
          label={t("profile.repeatPin")}
          required
          messages={{ valueMissing: t("profile.pinMismatch") }}
          value={typed.again}
          onValueChange={(value) => setTyped({ ...typed, again: digits(value) })}
          validate={(value) => (value !== "" && value !== typed.pin ? t("profile.pinMismatch") : null)}
        />
        <p role="alert" className="text-sm text-error empty:hidden">
          {problem}
        </p>
        <div className="flex flex-wrap justify-end gap-3 *:grow sm:*:grow-0">
          <Button onClick={onClose} disabled={busy}>
            {t("lock.chooseLater")}
          </Button>
          <Button type="submit" tone="main" busy={busy}>
            {t("lock.chooseDo")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
