/** The login form. An error is shown at its field, or above the button. */
import { useRef, useState } from "react";
import { ErrorCode } from "@reelcast/contract";
import { STORAGE, call, isApiError, rememberLogin, settings, shouldRemember } from "../api/index.ts";
import { browserStore } from "../api/token.ts";
import { errorText, useT } from "../i18n/index.ts";
import { Button, Checkbox, EyeIcon, EyeOffIcon, Field, Form, IconButton, Slow } from "../ui/index.ts";
import type { FieldProps } from "../ui/index.ts";
import { setLogin } from "./loginState.ts";

const SHORTEST = 4;
interface Credentials {
  username: string;
  password: string;
  remember: boolean;
}

/** Sends the login. While one is under way, `submit` does nothing; with `again` it replaces that one. */
function useLogin(onDone: () => Promise<void>, onWrong: () => void) {
  const [busy, setBusy] = useState(false);
  // By field name; those at the fields stay until the next answer, since the form moves the focus when they change.
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState("");
  const current = useRef<AbortController | null>(null);
  const { siteId } = settings();

  function showFailure(error: unknown): void {
    // Which of the two is wrong is not said; the password is the one to type again.
    const wrong =
      isApiError(error, ErrorCode.WrongCredentialsAttemptsLeft) || isApiError(error, ErrorCode.WrongCredentials);
    const field = wrong ? "password" : isApiError(error, ErrorCode.InvalidRequest) ? error.params["field"] : null;
    const atField = field === "username" || field === "password";
    setErrors(atField ? { [field]: errorText(error) } : {});
    setProblem(atField ? "" : errorText(error));
    if (wrong) onWrong();
  }
  async function submit({ username, password, remember }: Credentials, again = false): Promise<void> {
    if (current.current && !again) return;
    current.current?.abort();
    const own = new AbortController();
    current.current = own;
    setBusy(true);
    setProblem("");
    try {
      const body = { username: username.trim(), password, site_id: siteId };
      const answer = await call("login", { body }, { signal: own.signal });
      rememberLogin(remember, username.trim());
      setLogin(answer);
      await onDone();
    } catch (error) {
      if (current.current === own) showFailure(error);
    } finally {
      if (current.current === own) {
        current.current = null;
        setBusy(false);
      }
    }
  }
  return { busy, errors, problem, submit };
}

/** Needs the texts of `login`. `onDone` is called after the session has begun. */
export function LoginForm({ onDone }: { onDone: () => Promise<void> }) {
  // It renders at every key press anyway, and the code for memoising is 0.8 kB of every visitor's download.
  "use no memo";
  const t = useT();
  const [username, setUsername] = useState(() => (shouldRemember() ? (browserStore.get(STORAGE.username) ?? "") : ""));
  const [password, setPassword] = useState("");
  const [remember, setRemember] = useState(shouldRemember);
  const passwordField = useRef<HTMLInputElement>(null);
  const { busy, errors, problem, submit } = useLogin(onDone, () => {
    setPassword("");
    passwordField.current?.focus();
  });
  const complete = username.trim().length >= SHORTEST && password.length >= SHORTEST;
  const credentials = { username, password, remember };
  const short = (value: unknown) =>
    typeof value === "string" && value.length > 0 && value.length < SHORTEST ? t("login.tooShort") : null;

  return (
    <Form
      errors={errors}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (complete) void submit(credentials);
      }}
    >
      <Field
        name="username"
        label={t("login.username")}
        value={username}
        onValueChange={setUsername}
        validate={short}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
      />
      <PasswordField ref={passwordField} value={password} onValueChange={setPassword} validate={short} />
      <Checkbox name="remember" label={t("login.remember")} checked={remember} onChange={setRemember} />
      <p role="alert" className="text-sm text-error empty:hidden">
        {problem}
      </p>
      <Slow
        waiting={busy}
        label={t("login.working")}
        stuckLabel={t("shell.stuck")}
        retryLabel={t("shell.retry")}
        onRetry={() => void (complete && submit(credentials, true))}
      />
      <Button type="submit" tone="main" busy={busy} disabled={!complete} className="min-h-12 text-base">
        {t("login.submit")}
      </Button>
    </Form>
  );
}

/** With a button that shows what is typed. */
function PasswordField(props: Pick<FieldProps, "ref" | "value" | "onValueChange" | "validate">) {
  "use no memo";
  const t = useT();
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      name="password"
      label={t("login.password")}
      type={shown ? "text" : "password"}
      autoComplete="current-password"
      maxLength={200}
      after={
        <IconButton label={shown ? t("login.hidePassword") : t("login.showPassword")} onClick={() => setShown(!shown)}>
          {shown ? <EyeOffIcon /> : <EyeIcon />}
        </IconButton>
      }
    />
  );
}
