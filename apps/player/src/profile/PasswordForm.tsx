/** A new password for the old one. What is wrong is said at its field; what was typed stays. */
import { ErrorCode, isLongEnough } from "@reelcast/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { changePassword, useSession } from "../auth/session.ts";
import { useT } from "../i18n/index.ts";
import { Button, EyeIcon, EyeOffIcon, Field, Form, WarningIcon, toast } from "../ui/index.ts";
import { Section } from "./Section.tsx";
import { Working } from "./Working.tsx";
import { useSubmit } from "../shell/useSubmit.ts";

const NONE = { old: "", fresh: "", again: "" };

export function PasswordForm() {
  const t = useT();
  const queries = useQueryClient();
  const { login } = useSession();
  const [typed, setTyped] = useState(NONE);
  const [shown, setShown] = useState(false);
  const { busy, errors, problem, submit } = useSubmit(
    {
      [ErrorCode.WrongOldPassword]: { field: "old" },
      [ErrorCode.PasswordTooShort]: { field: "fresh" },
      [ErrorCode.PasswordTooCommon]: { field: "fresh" },
    },
    { oldPassword: { field: "old" }, newPassword: { field: "fresh" } },
  );
  const type = shown ? "text" : "password";
  const put = (name: keyof typeof NONE) => (value: string) => setTyped({ ...typed, [name]: value });
  const needed = { required: true, messages: { valueMissing: t("profile.required") }, maxLength: 200, type };

  return (
    <Section id="password" title={t("profile.changePassword")} lead={t("profile.passwordEnds")}>
      {login.password_expired ? (
        <p role="status" className="flex gap-2 rounded-md bg-warning/12 p-3 text-[.9375rem] text-warning">
          <WarningIcon className="mt-0.5 shrink-0" />
          {t("profile.expired")}
        </p>
      ) : null}
      <Form
        errors={errors}
        className="flex max-w-md flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(async () => {
            await changePassword({ oldPassword: typed.old, newPassword: typed.fresh });
            setTyped(NONE);
            toast.success(t("profile.changed"));
            void queries.invalidateQueries({ queryKey: ["profile"] });
            void queries.invalidateQueries({ queryKey: ["logs"] });
          });
        }}
      >
        {/* For the browser's keeper of passwords: whose they are. */}
        <input type="text" autoComplete="username" value={login.user.username} readOnly hidden />
        <Field
          {...needed}
          name="old"
          label={t("profile.oldPassword")}
          value={typed.old}
          onValueChange={put("old")}
          autoComplete="current-password"
        />
        <Field
          {...needed}
          name="fresh"
          label={t("profile.newPassword")}
          hint={t("profile.passwordHint")}
          value={typed.fresh}
          onValueChange={put("fresh")}
          validate={(value) =>
            typeof value === "string" && value !== "" && !isLongEnough(value)
              ? t("profile.tooShort")
              : value !== "" && value === typed.old
                ? t("profile.same")
                : null
          }
          autoComplete="new-password"
        />
        <Field
          {...needed}
          name="again"
          label={t("profile.repeatPassword")}
          value={typed.again}
          onValueChange={put("again")}
          validate={(value) => (value !== "" && value !== typed.fresh ? t("profile.mismatch") : null)}
          autoComplete="new-password"
        />
        <p role="alert" className="text-sm text-error empty:hidden">
          {problem}
        </p>
        <Working busy={busy} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" tone="main" busy={busy}>
            {t("profile.submit")}
          </Button>
          <Button
            tone="quiet"
            icon={shown ? <EyeOffIcon /> : <EyeIcon />}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            {shown ? t("profile.hidePassword") : t("profile.showPassword")}
          </Button>
        </div>
      </Form>
    </Section>
  );
}
