/** The field for the PIN: the right one opens the lock, five wrong ones log out. The server counts them, too. */
import { asciiDigits } from "@reelcast/contract/fold";
import { useEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import { DEFAULT_PIN, ErrorCode } from "@reelcast/contract";
import { Button, Field, Form } from "@reelcast/ui";
import { STORAGE, call, isApiError } from "../api/index.ts";
import { browserStore } from "../api/token.ts";
import { t as text, useT } from "../i18n/index.ts";
import { NO_ENTRY, SHORTEST, typeOn } from "./guesses.ts";
import { unlock } from "./lock.ts";
import { matchesPin } from "./pin.ts";
import { askForPin } from "./pinChoice.ts";
import { logoutAndReload, refreshLogin } from "./loginState.ts";

const TRIES = 5;

const tries = () => Number(browserStore.get(STORAGE.pinTries) ?? 0);
const countTry = () => browserStore.set(STORAGE.pinTries, String(tries() + 1));
const code = () => browserStore.get(STORAGE.pin) ?? "";
const giveUp = () => logoutAndReload(text("lock.over"));

/** The server's answer: "right", or the number of tries left after a wrong PIN; null: no answer. */
async function ask(pin: string): Promise<"right" | number | null> {
  try {
    await call("pin", { body: { pin } });
    return "right";
  } catch (error) {
    const remaining = isApiError(error, ErrorCode.WrongPin) ? error.params["remaining"] : null;
    return typeof remaining === "number" ? remaining : null;
  }
}
/** The PIN was changed elsewhere: loads the hash that this browser compares with. */
async function refreshCode(): Promise<void> {
  try {
    await refreshLogin();
  } catch {
    // The server still checks each PIN, so the next lock works too.
  }
}

export interface PinEntryProps {
  field: RefObject<HTMLInputElement | null>;
  /** The lock is open. */
  onOpen?: () => void;
}

/** Checks what is typed: each guess is counted as it begins, and the right PIN opens the lock as it is typed. */
function usePinGuesses(field: PinEntryProps["field"], onOpen: PinEntryProps["onOpen"]) {
  const [pin, setPin] = useState("");
  const [remaining, setRemaining] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const entry = useRef(NO_ENTRY);
  // The last guess was neither sent nor erased: the page was left instead.
  useEffect(() => void (tries() >= TRIES && giveUp()), []);

  function clear(): void {
    entry.current = NO_ENTRY;
    setPin("");
  }
  function open(): void {
    clear();
    unlock();
    onOpen?.();
  }
  /** This browser takes the guess for right. The server may know a newer PIN. */
  async function right(guess: string): Promise<void> {
    open();
    const answer = await ask(guess);
    if (typeof answer === "number") await refreshCode();
    else if (answer === "right" && guess === DEFAULT_PIN) askForPin(true);
  }
  /** This browser takes the guess for wrong. The server may know a newer PIN. */
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
  async function onType(value: string): Promise<void> {
    const digits = asciiDigits(value).replace(/\D/g, "");
    const { entry: next, over, begins } = typeOn(entry.current, digits);
    entry.current = next;
    setPin(digits);
    if (over !== null) void wrong(over);
    if (begins) {
      if (tries() >= TRIES) return giveUp();
      // Counted as it begins: leaving the page takes nothing back.
      countTry();
    }
    if (digits.length < SHORTEST || !(await matchesPin(digits, code())) || entry.current.digits !== digits) return;
    await right(digits);
  }
  async function submit(): Promise<void> {
    if (busy || pin.length < SHORTEST) return;
    setBusy(true);
    const { open: isGuess } = entry.current;
    clear();
    // Typed so fast that its check is still under way.
    if (await matchesPin(pin, code())) return right(pin);
    // What is left of an erased guess has been tried, but not counted.
    if (!isGuess) countTry();
    await wrong(pin);
    setBusy(false);
    field.current?.focus();
  }
  return { pin, remaining, busy, onType, submit };
}

/** Whether the PIN is still the default one, which the hint then names; false until that is known. */
function useDefaultPin(): boolean {
  const [isDefault, setDefault] = useState(false);
  useEffect(() => void matchesPin(DEFAULT_PIN, code()).then(setDefault), []);
  return isDefault;
}

/** Needs the texts of `lock`. */
export function PinEntry({ field, onOpen }: PinEntryProps) {
  const t = useT();
  const isDefault = useDefaultPin();
  const { pin, remaining, busy, onType, submit } = usePinGuesses(field, onOpen);
  return (
    <Form
      className="flex flex-col gap-4 across:gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Field
        ref={field}
        name="pin"
        label={t("lock.pin")}
        {...(isDefault && { hint: t("lock.hint") })}
        type="password"
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
        maxLength={12}
        value={pin}
        onValueChange={(value) => void onType(value)}
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
