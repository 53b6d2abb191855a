/** Changes the password. */
import { useQueryClient } from "@tanstack/react-query";
import { ErrorCode, isTooShort } from "@reelcast/contract";
import { readAgain } from "@reelcast/client/reloadQueries";
import { WarningIcon, toast } from "@reelcast/ui";
import { changePassword, useRequiredLogin } from "../auth/loginState.ts";
import { useT } from "../i18n/index.ts";
import { SecretForm } from "./SecretForm.tsx";

const FIELD_OF = {
  [ErrorCode.WrongOldPassword]: { field: "old" },
  [ErrorCode.PasswordTooShort]: { field: "fresh" },
  [ErrorCode.PasswordTooCommon]: { field: "fresh" },
};
const FIELD_OF_NAME = { oldPassword: { field: "old" }, newPassword: { field: "fresh" } };

export function PasswordForm() {
  const t = useT();
  const queries = useQueryClient();
  const login = useRequiredLogin();
  const fresh = { maxLength: 200, autoComplete: "new-password" };
  return (
    <SecretForm
      id="password"
      title={t("profile.changePassword")}
      lead={t("profile.passwordEnds")}
      notice={
        login.password_expired ? (
          <p role="status" className="flex gap-2 rounded-md bg-warning/12 p-3 text-[.9375rem] text-warning">
            <WarningIcon className="mt-0.5 shrink-0" />
            {t("profile.expired")}
          </p>
        ) : null
      }
      username={login.user.username}
      current={{ name: "old", label: t("profile.oldPassword"), maxLength: 200, autoComplete: "current-password" }}
      fresh={{ ...fresh, name: "fresh", label: t("profile.newPassword"), hint: t("profile.passwordHint") }}
      again={{ ...fresh, name: "again", label: t("profile.repeatPassword") }}
      problemOf={(password, old) => {
        if (isTooShort(password)) return t("profile.tooShort");
        return password === old ? t("profile.same") : null;
      }}
      mismatch={t("profile.mismatch")}
      fieldOf={FIELD_OF}
      fieldOfName={FIELD_OF_NAME}
      submitLabel={t("profile.submit")}
      main
      save={async (oldPassword, newPassword) => {
        await changePassword({ oldPassword, newPassword });
        toast.success(t("profile.changed"));
        void readAgain(queries, { queryKey: ["profile"] });
        void readAgain(queries, { queryKey: ["logs"] });
      }}
    />
  );
}
