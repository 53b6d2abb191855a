/** The form of the login, wherever it stands. What the server refuses is said at its field, or in words of what to do. */
import { useRef, useState } from "react";
import { ErrorCode } from "@reelcast/contract";
import { STORAGE, call, isApiError, rememberLogin, settings, shouldRemember } from "../api/index.ts";
import { browserStore } from "../api/token.ts";
import { errorText, useT } from "../i18n/index.ts";
import { Button, Checkbox, EyeIcon, EyeOffIcon, Field, Form, IconButton, Slow } from "../ui/index.ts";
import { setLogin } from "./session.ts";

const SHORTEST = 4;
/** Needs the texts of `login`. `onDone` comes after the session has begun. */
export function LoginForm({ onDone }: { onDone: () => Promise<void> }) {
  const t = useT();
  const [username, setUsername] = useState(() => (shouldRemember() ? (browserStore.get(STORAGE.username) ?? "") : ""));
  const [password, setPassword] = useState("");
  const [remember, setRemember] = useState(shouldRemember);
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState(false);
  // By field name; those at the fields stay until the next answer, since the form moves the focus when they change.
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState("");
  const underWay = useRef<AbortController | null>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const complete = username.trim().length >= SHORTEST && password.length >= SHORTEST;
  const { siteId } = settings();
  const short = (value: unknown) =>
    typeof value === "string" && value.length > 0 && value.length < SHORTEST ? t("login.tooShort") : null;

  async function submit(again = false): Promise<void> {
    // A second press while the first is under way does nothing, whatever the screen shows; asking again lets go of it.
    if (!complete || (underWay.current && !again)) return;
    underWay.current?.abort();
    const mine = new AbortController();
    underWay.current = mine;
    setBusy(true);
    setProblem("");
    try {
      const body = { username: username.trim(), password, site_id: siteId };
      const answer = await call("login", { body }, { signal: mine.signal });
      rememberLogin(remember, username.trim());
      setLogin(answer);
      await onDone();
    } catch (error) {
      if (underWay.current !== mine) return;
      // Which of the two is wrong is not said; the password is the one to type again.
      const wrong =
        isApiError(error, ErrorCode.WrongCredentialsAttemptsLeft) || isApiError(error, ErrorCode.WrongCredentials);
      const field = wrong ? "password" : isApiError(error, ErrorCode.InvalidRequest) ? error.params["field"] : null;
      const atField = field === "username" || field === "password";
      setErrors(atField ? { [field]: errorText(error) } : {});
      setProblem(atField ? "" : errorText(error));
      if (wrong) {
        setPassword("");
        passwordField.current?.focus();
      }
    } finally {
      if (underWay.current === mine) {
        underWay.current = null;
        setBusy(false);
      }
    }
  }

  return (
    <Form
      errors={errors}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
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
      <Field
        ref={passwordField}
        name="password"
        label={t("login.password")}
        type={shown ? "text" : "password"}
        value={password}
        onValueChange={setPassword}
        validate={short}
        autoComplete="current-password"
        maxLength={200}
        after={
          <IconButton
            label={shown ? t("login.hidePassword") : t("login.showPassword")}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOffIcon /> : <EyeIcon />}
          </IconButton>
        }
      />
      <Checkbox name="remember" label={t("login.remember")} checked={remember} onChange={setRemember} />
      <p role="alert" className="text-sm text-error empty:hidden">
        {problem}
      </p>
      <Slow
        waiting={busy}
        label={t("login.working")}
        stuckLabel={t("shell.stuck")}
        retryLabel={t("shell.retry")}
        onRetry={() => void submit(true)}
      />
      <Button type="submit" tone="main" busy={busy} disabled={!complete} className="min-h-12 text-base">
        {t("login.submit")}
      </Button>
    </Form>
  );
}
