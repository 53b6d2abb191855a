/** The locked screen: nothing of the player shows until the PIN is given. Five wrong ones are a logout. */
import { AlertDialog } from "@base-ui/react/alert-dialog";
import { useEffect, useRef, useState } from "react";
import { STORAGE, call, isApiError } from "../api/index.ts";
import { browserStore } from "../api/token.ts";
import { loadTexts, t as text, useT } from "../i18n/index.ts";
import { Button, Field, Form, LockIcon, LogoutIcon, toast } from "../ui/index.ts";
import { unlock } from "./lock.ts";
import { matchesPin } from "./pin.ts";
import { logout } from "./session.ts";

const SHORTEST = 4;
const TRIES = 5;

/** The server keeps count, too, and ends the login at the fifth; what it says is news only when the PIN is wrong. */
async function tell(pin: string): Promise<number | null> {
  try {
    await call("pin", { body: { pin } });
    return null;
  } catch (error) {
    const remaining = isApiError(error, 40103) ? error.params["remaining"] : null;
    return typeof remaining === "number" ? remaining : null;
  }
}

export default function LockScreen() {
  const t = useT();
  const [ready, setReady] = useState(false);
  const [pin, setPin] = useState("");
  const [remaining, setRemaining] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const latest = useRef("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => void loadTexts("lock").then(() => setReady(true)), []);

  const code = () => browserStore.get(STORAGE.pin) ?? "";
  async function open(right: string): Promise<void> {
    setPin("");
    unlock();
    await tell(right);
  }
  async function typed(value: string): Promise<void> {
    const digits = value.replace(/\D/g, "");
    setPin(digits);
    latest.current = digits;
    // The right one opens as it is typed; a wrong one is no try until it is sent.
    if (digits.length >= SHORTEST && (await matchesPin(digits, code())) && latest.current === digits)
      await open(digits);
  }
  async function send(): Promise<void> {
    if (busy || pin.length < SHORTEST) return;
    setBusy(true);
    if (await matchesPin(pin, code())) return open(pin);
    const tries = Number(browserStore.get(STORAGE.pinTries) ?? 0) + 1;
    browserStore.set(STORAGE.pinTries, String(tries));
    const left = Math.min(TRIES - tries, (await tell(pin)) ?? TRIES);
    setBusy(false);
    setPin("");
    if (left <= 0) return end(text("lock.over"));
    setRemaining(left);
    field.current?.focus();
  }
  async function end(why?: string): Promise<void> {
    await logout();
    if (why !== undefined) toast.warning(why, { id: "login-over" });
  }

  if (!ready) return <div className="fixed inset-0 z-50 bg-surface" data-modal="" />;
  return (
    <AlertDialog.Root open>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-50 bg-surface" />
        <AlertDialog.Popup
          data-modal=""
          initialFocus={field}
          className="fixed inset-0 z-50 grid place-items-center overflow-y-auto p-6 outline-none"
        >
          <div className="flex w-full max-w-[360px] flex-col gap-4 rounded-xl border border-line bg-raised p-6 sm:p-8">
            <LockIcon size={40} className="mx-auto text-gold" />
            <AlertDialog.Title className="text-center text-2xl font-semibold tracking-wide">
              {t("lock.title")}
            </AlertDialog.Title>
            <AlertDialog.Description className="text-center text-muted">{t("lock.text")}</AlertDialog.Description>
            <Form
              className="flex flex-col gap-4"
              onSubmit={(event) => {
                event.preventDefault();
                void send();
              }}
            >
              <Field
                ref={field}
                name="pin"
                label={t("lock.pin")}
                hint={t("lock.hint")}
                type="password"
                inputMode="numeric"
                autoComplete="off"
                dir="ltr"
                maxLength={12}
                value={pin}
                onValueChange={(value) => void typed(value)}
              />
              <p role="alert" className="text-sm text-error empty:hidden">
                {remaining === null ? "" : t("lock.wrong", { remaining })}
              </p>
              <Button type="submit" tone="main" busy={busy} disabled={pin.length < SHORTEST} className="min-h-12">
                {t("lock.unlock")}
              </Button>
            </Form>
            <Button icon={<LogoutIcon className="rtl:-scale-x-100" />} onClick={() => void end()}>
              {t("lock.logout")}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
