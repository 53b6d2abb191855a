/** Where the PIN is typed: the right one opens the lock, five wrong ones are a logout. The server keeps count, too. */
import { useEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import { ErrorCode } from "@reelcast/contract";
import { STORAGE, call, isApiError } from "../api/index.ts";
import { browserStore } from "../api/token.ts";
import { t as text, useT } from "../i18n/index.ts";
import { Button, Field, Form } from "../ui/index.ts";
import { NO_ENTRY, SHORTEST, typeOn } from "./guesses.ts";
import { unlock } from "./lock.ts";
import { matchesPin } from "./pin.ts";
import { logoutAndReload, setLogin } from "./session.ts";

const TRIES = 5;

const tries = () => Number(browserStore.get(STORAGE.pinTries) ?? 0);
const code = () => browserStore.get(STORAGE.pin) ?? "";
const giveUp = () => logoutAndReload(text("lock.over"));

/** What the server says of a PIN: that it is the right one, how many tries are left after a wrong one, null for no answer. */
async function ask(pin: string): Promise<"right" | number | null> {
  try {
    await call("pin", { body: { pin } });
    return "right";
  } catch (error) {
    const remaining = isApiError(error, ErrorCode.WrongPin) ? error.params["remaining"] : null;
    return typeof remaining === "number" ? remaining : null;
  }
}
/** The PIN was changed elsewhere: what this browser compares with is of the one before. */
async function refreshCode(): Promise<void> {
  try {
    setLogin(await call("validate"));
  } catch {
    // The server goes on knowing better, at the next lock, too.
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
  const entry = useRef(NO_ENTRY);
  // The last guess was neither sent nor erased: the page was left instead.
  useEffect(() => void (tries() >= TRIES && giveUp()), []);

  function open(): void {
    entry.current = NO_ENTRY;
    setPin("");
    unlock();
    onOpen?.();
  }
  /** A guess that this browser takes for wrong. The server may know of a newer PIN. */
  async function wrong(guess: string): Promise<void> {
    const left = TRIES - tries();
    const answer = await ask(guess);
    if (answer === "right") {
      open();
      await refreshCode();
      return;
    }
    const least = Math.min(left, answer ?? TRIES);
    if (least <= 0) await giveUp();
    else setRemaining(least);
  }
  async function typed(value: string): Promise<void> {
    const digits = value.replace(/\D/g, "");
    const { entry: next, over, begins } = typeOn(entry.current, digits);
    entry.current = next;
    setPin(digits);
    if (over !== null) void wrong(over);
    if (begins) {
      if (tries() >= TRIES) return giveUp();
      // Counted as it begins: leaving the page takes nothing back.
      browserStore.set(STORAGE.pinTries, String(tries() + 1));
    }
    // The right one opens as it is typed.
    if (digits.length < SHORTEST || !(await matchesPin(digits, code())) || entry.current.digits !== digits) return;
    open();
    if (typeof (await ask(digits)) === "number") await refreshCode();
  }
  async function send(): Promise<void> {
    if (busy || pin.length < SHORTEST) return;
    setBusy(true);
    const { open: isGuess } = entry.current;
    entry.current = NO_ENTRY;
    setPin("");
    // Typed so fast that its check is still under way.
    if (await matchesPin(pin, code())) {
      open();
      if (typeof (await ask(pin)) === "number") await refreshCode();
      return;
    }
    // What is left of an erased guess has been tried, but not counted.
    if (!isGuess) browserStore.set(STORAGE.pinTries, String(tries() + 1));
    await wrong(pin);
    setBusy(false);
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
