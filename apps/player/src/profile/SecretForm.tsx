/** Changes a secret of the player (password, PIN). Errors are shown at their fields, and what was typed stays. */
import { useState } from "react";
import type { ComponentProps, ReactNode } from "react";
import { isNotRepeated } from "@reelcast/contract";
import { Button, EyeIcon, EyeOffIcon, Field, Form } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import { useSubmit } from "../shell/useSubmit.ts";
import type { FieldOf, FieldOfName } from "../shell/useSubmit.ts";
import { Section } from "./Section.tsx";
import { Working } from "./Working.tsx";

const NONE = { current: "", fresh: "", again: "" };

export interface SecretField extends Omit<
  ComponentProps<typeof Field>,
  "value" | "onValueChange" | "validate" | "type"
> {
  name: string;
}
export interface SecretFormProps {
  /** Of the section in the address. */
  id: string;
  title: string;
  lead: string;
  /** Above the form. */
  notice?: ReactNode;
  /** For the browser's password manager. */
  username?: string;
  current: SecretField;
  fresh: SecretField;
  again: SecretField;
  /** What is wrong with a new secret that is not empty; null: nothing. */
  problemOf: (fresh: string, current: string) => string | null;
  mismatch: string;
  fieldOf: FieldOf;
  fieldOfName: FieldOfName;
  submitLabel: string;
  /** The main action of the page; what is typed may be shown. */
  main?: boolean;
  /** Rejects with what refused the change. */
  save: (current: string, fresh: string) => Promise<void>;
}

export function SecretForm(props: SecretFormProps) {
  const { id, title, lead, notice, username, current, fresh, again, problemOf, mismatch, main = false, save } = props;
  const t = useT();
  const [typed, setTyped] = useState(NONE);
  const [shown, setShown] = useState(false);
  const { busy, errors, problem, submit } = useSubmit(props.fieldOf, props.fieldOfName);
  const fieldOf = (key: keyof typeof NONE) => ({
    required: true,
    messages: { valueMissing: t("profile.required") },
    type: shown ? "text" : "password",
    value: typed[key],
    onValueChange: (value: string) => setTyped({ ...typed, [key]: value }),
  });
  return (
    <Section id={id} title={title} lead={lead}>
      {notice}
      <Form
        errors={errors}
        className="flex max-w-md flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(async () => {
            await save(typed.current, typed.fresh);
            setTyped(NONE);
          });
        }}
      >
        {username === undefined ? null : <input type="text" autoComplete="username" value={username} readOnly hidden />}
        <Field {...fieldOf("current")} {...current} />
        <Field
          {...fieldOf("fresh")}
          {...fresh}
          validate={(value) => (typeof value === "string" && value !== "" ? problemOf(value, typed.current) : null)}
        />
        <Field
          {...fieldOf("again")}
          {...again}
          validate={(value) => (isNotRepeated(value, typed.fresh) ? mismatch : null)}
        />
        <p role="alert" className="text-sm text-error empty:hidden">
          {problem}
        </p>
        <Working busy={busy} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" {...(main && { tone: "main" as const })} busy={busy}>
            {props.submitLabel}
          </Button>
          {main ? (
            <Button
              tone="quiet"
              icon={shown ? <EyeOffIcon /> : <EyeIcon />}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              {shown ? t("profile.hidePassword") : t("profile.showPassword")}
            </Button>
          ) : null}
        </div>
      </Form>
    </Section>
  );
}
