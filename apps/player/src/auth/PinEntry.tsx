/** Where the PIN is typed: the right one opens the lock, five wrong ones are a logout. The server keeps count, too. */
import { useRef, useState } from "react";
import type { RefObject } from "react";
import { STORAGE, call, isApiError } from "../api/index.ts";
import { browserStore } from "../api/token.ts";
import { t as text, useT } from "../i18n/index.ts";
import { Button, Field, Form, toast } from "../ui/index.ts";
import { unlock } from "./lock.ts";
import { matchesPin } from "./pin.ts";
import { logout } from "./session.ts";

const SHORTEST = 4;
const TRIES = 5;

/** What the server says of a PIN is news only when it is wrong: how many tries are left, null for no news. */
async function tell(pin: string): Promise<number | null> {
  try {
    await call("pin", { body: { pin } });
    return null;
  } catch (error) {
    const remaining = isApiError(error, 40103) ? error.params["remaining"] : null;
    return typeof remaining === "number" ? remaining : null;
  }
}

export interface PinEntryProps {
  field: RefObject<HTMLInputElement | null>;
  /** The lock is open. */
  onOpen?: () => void;
}

/** Needs the texts of `lock`. */
export function PinEntry({ field, onOpen }: PinEntryProps) {
  const t = useT();
  const [pin, setPin] = useState("");
  const [remaining, setRemaining] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const latest = useRef("");

  const code = () => browserStore.get(STORAGE.pin) ?? "";
  async function open(right: string): Promise<void> {
    setPin("");
    unlock();
    onOpen?.();
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
    if (left <= 0) {
      await logout();
      toast.warning(text("lock.over"), { id: "login-over" });
      return;
    }
    setRemaining(left);
    field.current?.focus();
  }

  return (
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
  );
}
