/** Log in with username or e-mail. What the server refuses is said at the form, in words, with what to do. */
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { STORAGE, call, isApiError, rememberLogin, settings, shouldRemember } from "../api/index.ts";
import { browserStore } from "../api/token.ts";
import { errorText, useT } from "../i18n/index.ts";
import { SupportLinks, hasSupport } from "../support/index.tsx";
import { Button, Checkbox, EyeIcon, EyeOffIcon, Field, Form, IconButton } from "../ui/index.ts";
import { redirectTarget } from "./redirect.ts";
import { setLogin } from "./session.ts";

const SHORTEST = 4;

export default function LoginScreen() {
  const t = useT();
  const navigate = useNavigate();
  const { redirect } = useSearch({ strict: false });
  const [username, setUsername] = useState(() => (shouldRemember() ? (browserStore.get(STORAGE.username) ?? "") : ""));
  const [password, setPassword] = useState("");
  const [remember, setRemember] = useState(shouldRemember);
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const inFlight = useRef(false);
  const passwordField = useRef<HTMLInputElement>(null);
  const complete = username.trim().length >= SHORTEST && password.length >= SHORTEST;
  const { menuTitle, siteId, tokenLogin } = settings();
  const short = (value: unknown) =>
    typeof value === "string" && value.length > 0 && value.length < SHORTEST ? t("login.tooShort") : null;

  async function submit(): Promise<void> {
    // A second press while the first is under way does nothing, whatever the screen shows.
    if (!complete || inFlight.current) return;
    inFlight.current = true;
    setBusy(true);
    setRefusal(null);
    try {
      const answer = await call("login", { body: { username: username.trim(), password, site_id: siteId } });
      rememberLogin(remember, username.trim());
      setLogin(answer);
      await navigate({ href: redirectTarget(redirect), replace: true });
    } catch (error) {
      setRefusal(error);
      if (isApiError(error, 10700) || isApiError(error, 10701)) {
        setPassword("");
        passwordField.current?.focus();
      }
    } finally {
      inFlight.current = false;
      setBusy(false);
    }
  }

  return (
    <main
      tabIndex={-1}
      className="grid min-h-dvh place-items-center bg-[radial-gradient(60%_50%_at_50%_30%,#241430_0%,var(--color-surface)_70%)] p-4"
    >
      <div className="w-full max-w-[400px]">
        <p className="mb-6 text-center text-3xl font-bold tracking-tight text-gold">{menuTitle}</p>
        <div className="rounded-xl border border-line bg-raised p-6 shadow-popup sm:p-8">
          <h1 className="text-2xl font-semibold">{t("login.title")}</h1>
          {tokenLogin ? (
            <p className="mt-1 text-muted">{t("login.tokenOnly")}</p>
          ) : (
            <>
              <p className="mt-1 mb-6 text-muted">{t("login.lead")}</p>
              <Form
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
                  {refusal === null ? "" : errorText(refusal)}
                </p>
                <Button type="submit" tone="main" busy={busy} disabled={!complete} className="min-h-12 text-base">
                  {t("login.submit")}
                </Button>
              </Form>
            </>
          )}
        </div>
        {hasSupport() ? (
          <section className="mt-4 flex flex-col items-center" aria-labelledby="login-help">
            <h2 id="login-help" className="text-sm text-muted">
              {t("login.help")}
            </h2>
            <SupportLinks className="justify-center" />
          </section>
        ) : null}
      </div>
    </main>
  );
}
