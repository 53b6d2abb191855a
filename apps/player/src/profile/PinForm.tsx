/** Sets the PIN of the idle lock. Needs the password. Stores the new hash where the lock reads it. */
import { asciiDigits } from "@reelcast/contract/fold";
import { useQueryClient } from "@tanstack/react-query";
import { ErrorCode } from "@reelcast/contract";
import { readAgain } from "@reelcast/client/reloadQueries";
import { toast } from "@reelcast/ui";
import { accountCall } from "../api/account.ts";
import { STORAGE } from "../api/index.ts";
import { browserStore } from "../api/token.ts";
import { useT } from "../i18n/index.ts";
import { SecretForm } from "./SecretForm.tsx";

const DIGITS = { inputMode: "numeric", maxLength: 12, autoComplete: "off" } as const;

export function PinForm() {
  const t = useT();
  const queries = useQueryClient();
  return (
    <SecretForm
      id="pin"
      title={t("profile.changePin")}
      lead={t("profile.pinLead")}
      current={{
        name: "pinPassword",
        label: t("profile.password"),
        maxLength: 200,
        autoComplete: "current-password",
      }}
      fresh={{ ...DIGITS, name: "pin", label: t("profile.newPin"), hint: t("profile.pinHint") }}
      again={{ ...DIGITS, name: "pinAgain", label: t("profile.repeatPin") }}
      problemOf={(pin) => (/^\d{4,12}$/.test(asciiDigits(pin)) ? null : t("profile.pinWrong"))}
      mismatch={t("profile.pinMismatch")}
      fieldOf={{ [ErrorCode.WrongOldPassword]: { field: "pinPassword", text: t("profile.passwordWrong") } }}
      fieldOfName={{ password: { field: "pinPassword" }, pin: { field: "pin", text: t("profile.pinWrong") } }}
      submitLabel={t("profile.submitPin")}
      save={async (password, pin) => {
        const { pin_code } = await accountCall("changePin", { body: { password, pin: asciiDigits(pin) } });
        browserStore.set(STORAGE.pin, pin_code);
        toast.success(t("profile.pinChanged"));
        void readAgain(queries, { queryKey: ["logs"] });
      }}
    />
  );
}
