/** Signing in, in its steps: name and password, then a code, where the member has a second factor. A passkey is both. */
import { useState } from "react";
import { ErrorCode } from "@reelcast/contract";
import { ConsoleErrorCode } from "@reelcast/contract/console";
import type { SignInAnswer } from "@reelcast/contract/console";
import { Button, Field, Form, KeyIcon } from "@reelcast/ui";
import { call } from "../api/index.ts";
import { useT } from "../i18n/index.ts";
import { useSend } from "../session/useSend.ts";
import { PasswordField } from "../shell/PasswordField.tsx";
import { Problem } from "../shell/Problem.tsx";
import { FirstField } from "./FirstField.tsx";
import { signInByPasskey, supportsPasskeys } from "./passkey.ts";

export interface SignInStepsProps {
  /** The name that is filled in. */
  name?: string;
  onSignedIn: (token: string, name: string) => void;
}

/** What the second step needs. */
interface Second {
  token: string;
  methods: Methods;
  name: string;
}
type Methods = Extract<SignInAnswer, { step: "secondFactor" }>["methods"];

function PasskeyButton({ onSignedIn }: { onSignedIn: (token: string) => void }) {
  const t = useT();
  const { busy, problem, send } = useSend();
  return (
    <div className="flex flex-col gap-3">
      <Button
        icon={<KeyIcon size={18} />}
        busy={busy}
        onClick={() => void send(async () => onSignedIn(await signInByPasskey()))}
      >
        {t("signIn.withPasskey")}
      </Button>
      <Problem text={problem} />
    </div>
  );
}

interface StepProps extends SignInStepsProps {
  onSecondFactor: (second: Second) => void;
}
function PasswordStep({ name, onSignedIn, onSecondFactor }: StepProps) {
  const t = useT();
  const { busy, errors, problem, send } = useSend({ [ErrorCode.WrongCredentials]: "password" });
  return (
    <>
      <Form
        errors={errors}
        onFormSubmit={(values) =>
          void send(async () => {
            const typed = String(values["name"]).trim();
            const answer = await call("signIn", { body: { name: typed, password: String(values["password"]) } });
            if (answer.step === "done") onSignedIn(answer.token, typed);
            else onSecondFactor({ token: answer.token, methods: answer.methods, name: typed });
          })
        }
        className="flex flex-col gap-4"
      >
        <Field
          name="name"
          label={t("signIn.name")}
          defaultValue={name}
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={80}
          required
          messages={{ valueMissing: t("shell.required") }}
        />
        <PasswordField name="password" label={t("signIn.password")} />
        <Problem text={problem} />
        <Button type="submit" tone="main" busy={busy} className="w-full">
          {t("signIn.signIn")}
        </Button>
      </Form>
      {supportsPasskeys() ? (
        <div className="border-t border-line pt-5">
          <PasskeyButton onSignedIn={(token) => onSignedIn(token, name ?? "")} />
        </div>
      ) : null}
    </>
  );
}

interface CodeStepProps {
  token: string;
  onSignedIn: (token: string) => void;
}
function CodeStep({ token, onSignedIn }: CodeStepProps) {
  const t = useT();
  const { busy, errors, problem, send } = useSend({ [ConsoleErrorCode.CodeNotAccepted]: "code" });
  return (
    <Form
      errors={errors}
      onFormSubmit={(values) =>
        void send(async () => {
          const code = String(values["code"]).trim();
          const answer = await call("secondFactor", { body: { token, code } });
          onSignedIn(answer.token);
        })
      }
      className="flex flex-col gap-4"
    >
      <Field
        name="code"
        label={t("signIn.code")}
        hint={t("signIn.codeHint")}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        minLength={6}
        maxLength={40}
        dir="ltr"
        messages={{ valueMissing: t("shell.required"), tooShort: t("signIn.codeShort") }}
      />
      <Problem text={problem} />
      <Button type="submit" tone="main" busy={busy} className="w-full">
        {t("signIn.confirm")}
      </Button>
    </Form>
  );
}

export function SignInSteps({ onSignedIn, ...rest }: SignInStepsProps) {
  const t = useT();
  const [second, setSecond] = useState<Second | null>(null);
  if (second === null)
    return (
      <FirstField key="password">
        <PasswordStep {...rest} onSignedIn={onSignedIn} onSecondFactor={setSecond} />
      </FirstField>
    );
  const signedIn = (token: string) => onSignedIn(token, second.name);
  const byCode = second.methods.some((method) => method !== "passkey");
  return (
    <div className="flex flex-col gap-4">
      {byCode ? (
        <FirstField>
          <CodeStep token={second.token} onSignedIn={signedIn} />
        </FirstField>
      ) : (
        <p>{t("signIn.onlyPasskey")}</p>
      )}
      {second.methods.includes("passkey") && supportsPasskeys() ? <PasskeyButton onSignedIn={signedIn} /> : null}
      <Button tone="quiet" onClick={() => setSecond(null)}>
        {t("signIn.back")}
      </Button>
    </div>
  );
}
