/** A new password for the own account. */
import { useState } from "react";
import { ErrorCode } from "@reelcast/contract";
import { Button, Form, toast } from "@reelcast/ui";
import { call } from "../../api/index.ts";
import { useReload } from "../../api/queries.ts";
import { useT } from "../../i18n/index.ts";
import { session } from "../../session/store.ts";
import { useSend } from "../../session/useSend.ts";
import { NewPasswordFields, PasswordField } from "../../shell/PasswordField.tsx";
import { Problem } from "../../shell/Problem.tsx";
import { Section } from "../../shell/Page.tsx";

export function PasswordSection({ name }: { name: string }) {
  const t = useT();
  const reload = useReload();
  /** Another form after each change: an empty one. */
  const [changes, setChanges] = useState(0);
  const { busy, errors, problem, send } = useSend({
    [ErrorCode.WrongOldPassword]: "password",
    [ErrorCode.PasswordTooShort]: "newPassword",
    [ErrorCode.PasswordTooCommon]: "newPassword",
  });
  return (
    <Section title={t("account.password")} text={t("account.passwordText")}>
      <Form
        key={changes}
        errors={errors}
        onFormSubmit={(values) =>
          void send(async () => {
            const body = { password: String(values["password"]), newPassword: String(values["newPassword"]) };
            const { token } = await call("changePassword", { body });
            session.open(token);
            setChanges(changes + 1);
            toast.success(t("account.passwordChanged"));
            await reload("ownSessions", "me");
          })
        }
        className="flex max-w-md flex-col gap-4"
      >
        <input type="hidden" autoComplete="username" name="username" value={name} />
        <PasswordField name="password" label={t("account.oldPassword")} />
        <NewPasswordFields name="newPassword" />
        <Problem text={problem} />
        <Button type="submit" busy={busy} className="self-start">
          {t("account.passwordChange")}
        </Button>
      </Form>
    </Section>
  );
}
