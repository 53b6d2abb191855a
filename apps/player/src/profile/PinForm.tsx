/** A new PIN for the idle lock, against the password. The new code is kept where the lock looks for it. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorCode } from "@reelcast/contract";
import { accountCall } from "../api/account.ts";
import { STORAGE } from "../api/index.ts";
import { browserStore } from "../api/token.ts";
import { useT } from "../i18n/index.ts";
import { Button, Field, Form, toast } from "../ui/index.ts";
import { Section } from "./Section.tsx";
import { Working } from "./Working.tsx";
import { useSubmit } from "../shell/useSubmit.ts";

const NONE = { password: "", pin: "", again: "" };

export function PinForm() {
  const t = useT();
  const queries = useQueryClient();
  const [typed, setTyped] = useState(NONE);
  const { busy, errors, problem, submit } = useSubmit(
    { [ErrorCode.WrongOldPassword]: { field: "pinPassword", text: t("profile.passwordWrong") } },
    { password: { field: "pinPassword" }, pin: { field: "pin", text: t("profile.pinWrong") } },
  );
  const put = (name: keyof typeof NONE) => (value: string) => setTyped({ ...typed, [name]: value });
  const needed = { required: true, messages: { valueMissing: t("profile.required") }, type: "password" };
  const digits = { inputMode: "numeric" as const, maxLength: 12, autoComplete: "off" };

  return (
    <Section id="pin" title={t("profile.changePin")} lead={t("profile.pinLead")}>
      <Form
        errors={errors}
        className="flex max-w-md flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(async () => {
            const { pin_code } = await accountCall("changePin", { body: { password: typed.password, pin: typed.pin } });
            browserStore.set(STORAGE.pin, pin_code);
            setTyped(NONE);
            toast.success(t("profile.pinChanged"));
            void queries.invalidateQueries({ queryKey: ["logs"] });
          });
        }}
      >
        <Field
          {...needed}
          name="pinPassword"
          label={t("profile.password")}
          value={typed.password}
          onValueChange={put("password")}
          maxLength={200}
          autoComplete="current-password"
        />
        <Field
          {...needed}
          {...digits}
          name="pin"
          label={t("profile.newPin")}
          hint={t("profile.pinHint")}
          value={typed.pin}
          onValueChange={put("pin")}
          validate={(value) =>
            typeof value === "string" && value !== "" && !/^\d{4,12}$/.test(value) ? t("profile.pinWrong") : null
          }
        />
        <Field
          {...needed}
          {...digits}
          name="pinAgain"
          label={t("profile.repeatPin")}
          value={typed.again}
          onValueChange={put("again")}
          validate={(value) => (value !== "" && value !== typed.pin ? t("profile.pinMismatch") : null)}
        />
        <p role="alert" className="text-sm text-error empty:hidden">
          {problem}
        </p>
        <Working busy={busy} />
        <div>
          <Button type="submit" busy={busy}>
            {t("profile.submitPin")}
          </Button>
        </div>
      </Form>
    </Section>
  );
}
