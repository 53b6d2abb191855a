/** Deposits from the balance to the machine: amounts that fit the bet and the player, or a typed one. */
import { useCallback, useEffect, useId, useRef, useState } from "react";
import type { RefObject } from "react";
import { Button, Sheet, cx, useMoney, useParseAmount } from "@reelcast/ui";
import { useSettings } from "../api/useSettings.ts";
import { useT } from "../i18n/index.ts";
import type { Countdown } from "../session/seat.ts";
import { useDepositLeft } from "../shell/depositLeft.ts";
import { OwnMoney, useMoneyHidden } from "../shell/ownMoney.tsx";
import { AmountField } from "./AmountField.tsx";
import { consequenceOf, countdownText } from "./countdownText.ts";
import { depositChips } from "./depositChips.ts";
import type { DepositChip } from "./depositChips.ts";
import { externalDepositUrl } from "./links.ts";
import { OutsideDeposit } from "./OutsideDeposit.tsx";

const COLOURS = {
  blue: "[--coin:var(--color-chip-blue)]",
  green: "[--coin:var(--color-chip-green)]",
  purple: "[--coin:var(--color-chip-purple)]",
  yellow: "[--coin:var(--color-chip-yellow)]",
  red: "[--coin:var(--color-chip-red)]",
} as const;

export interface DepositSheetProps {
  open: boolean;
  onClose: () => void;
  returnFocus: RefObject<HTMLElement | null>;
  /** Minor units. */
  balance: number | undefined;
  /** The machine's present bet, minor units. */
  bet: number;
  /** Largest amount that may be moved at once, minor units. */
  maximum: number;
  /** Least amount that may be moved at once, minor units. */
  least: number;
  onDeposit: (amount: number) => void;
  /** Before the seat is given back. */
  countdown: Countdown | null;
  /** The sheet is opened, or something in it is used. */
  onUse: () => void;
}

const USES = ["pointerdown", "keydown", "input"] as const;
/** Calls back when the form is opened, and whenever something in it is used. Returns its ref. */
function useUse(onUse: () => void) {
  const latest = useRef(onUse);
  useEffect(() => void (latest.current = onUse));
  return useCallback((form: HTMLFormElement) => {
    const used = () => latest.current();
    used();
    for (const type of USES) form.addEventListener(type, used);
    return () => {
      for (const type of USES) form.removeEventListener(type, used);
    };
  }, []);
}
/** Before the seat is given back. The screen reads it aloud, at some of its seconds. */
function TimeLeft({ countdown }: { countdown: Countdown }) {
  return (
    <p role="timer" aria-live="off" className="mx-5 rounded-md bg-warning/15 px-3 py-2 text-sm text-warning">
      <strong className="figures">{countdownText(countdown)}</strong> {consequenceOf(countdown)}
    </p>
  );
}

/** Where the money goes, and the least amount, which a low window has room for too. Minor units. */
function Hint({ left, least }: { left: number; least: number }) {
  const t = useT();
  const money = useMoney();
  if (left <= 0) return <p className="text-sm text-muted">{t("gameParts.depositLimit")}</p>;
  return (
    <p className="text-sm text-muted">
      <span className="across:hidden">{t("gameParts.depositHint")} </span>
      {least > 1 ? t("gameParts.depositLeast", { minimum: money(least) }) : null}
    </p>
  );
}

export default function DepositSheet(props: DepositSheetProps) {
  const { open, onClose, returnFocus, balance, bet, maximum, least, countdown, onDeposit, onUse } = props;
  const t = useT();
  const money = useMoney();
  const [text, setText] = useState("");
  const outside = externalDepositUrl(useSettings().externalDeposit);
  const left = useDepositLeft(open);
  // A balance that is not known yet sets no limit here: the server compares the amount.
  const most = Math.max(0, Math.min(balance ?? Infinity, maximum, left));
  const typed = useParseAmount()(text);
  const amount = typed !== null && typed >= least && typed <= most ? typed : null;
  const choose = (minor: number) => setText((minor / 100).toString());
  const form = useUse(onUse);
  const close = () => {
    setText("");
    onClose();
  };

  return (
    <Sheet
      returnFocus={returnFocus}
      open={open}
      onClose={close}
      side="bottom"
      title={t("gameParts.depositTitle")}
      closeLabel={t("shell.close")}
    >
      {countdown && <TimeLeft countdown={countdown} />}
      <form
        ref={form}
        className="flex flex-col gap-4 p-5 across:gap-2 across:pt-1"
        onSubmit={(event) => {
          event.preventDefault();
          if (amount === null) return;
          onDeposit(amount);
          close();
        }}
      >
        {outside !== null && balance === 0 ? (
          <>
            <p>{t("gameParts.balanceEmpty")}</p>
            <OutsideDeposit url={outside} main />
          </>
        ) : (
          <Hint left={left} least={least} />
        )}
        <Chips {...{ bet, least, most, left, maximum }} chosen={typed} onChoose={choose} />
        <DepositAmount
          text={text}
          onText={setText}
          wrong={text === "" || amount !== null ? null : reasonAgainst({ left, most, least })}
          least={least}
          balance={balance}
          most={most}
        />
        {/* In sight in a low window, too. */}
        <div className="sticky bottom-0 -m-1 bg-raised p-1 *:w-full">
          <Button type="submit" tone="main" disabled={amount === null} className="min-h-13 text-lg across:min-h-11">
            {amount === null
              ? t("gameParts.depositDo")
              : t("gameParts.depositDoAmount", { amount: money(amount, true) })}
          </Button>
        </div>
        {outside !== null && balance !== 0 ? <OutsideDeposit url={outside} /> : null}
      </form>
    </Sheet>
  );
}

type Wrong = "amount" | "balance" | "least" | "limit";
/** Why what was typed can't be moved. Minor units. */
function reasonAgainst({ left, most, least }: { left: number; most: number; least: number }): Wrong {
  if (left === 0) return "limit";
  if (most === 0) return "balance";
  return most < least ? "least" : "amount";
}

interface ChipsProps {
  /** Minor units. */
  bet: number;
  least: number;
  most: number;
  /** What bounds `most`, besides the balance: the player's own limit, and what a machine takes at once. */
  left: number;
  maximum: number;
  chosen: number | null;
  onChoose: (minor: number) => void;
}
function Chips({ bet, least, most, left, maximum, chosen, onChoose }: ChipsProps) {
  const t = useT();
  const money = useMoney();
  const reasonId = useId();
  const above = most === left ? "limit" : most === maximum ? "maximum" : "balance";
  const { hotCoins, hotCoinsLow, hotCoinSet } = useSettings();
  const chips = depositChips({ bet, least, most, coins: hotCoinSet === "low" ? hotCoinsLow : hotCoins });
  const coins = chips.filter(({ kind }) => kind === "coin");
  const others = chips.filter(({ kind }) => kind !== "coin");
  const row = (list: readonly DepositChip[]) =>
    list.map((chip) => (
      <Chip
        key={chip.amount}
        chip={chip}
        reasonId={reasonId}
        chosen={chosen === chip.amount}
        onChoose={() => onChoose(chip.amount)}
      />
    ));
  return (
    <div className="flex flex-col gap-3 across:gap-2" role="group" aria-label={t("gameParts.amounts")}>
      {others.length > 0 ? <div className="flex flex-wrap gap-2 across:gap-1">{row(others)}</div> : null}
      {coins.length > 0 ? (
        <div className="flex flex-wrap gap-2 sm:gap-3 across:-m-1.5 across:flex-nowrap across:gap-2 across:overflow-x-auto across:p-1.5 across:*:shrink-0">
          {row(coins)}
        </div>
      ) : null}
      {/* A limit that is reached is said above already. */}
      {coins.some(isAbove) && !(above === "limit" && most === 0) ? (
        <p id={reasonId} className="text-sm text-muted">
          {t(`gameParts.coinsAbove.${above}`, { maximum: money(most, true) })}
        </p>
      ) : null}
    </div>
  );
}

const isAbove = (chip: DepositChip) => chip.kind === "coin" && chip.isAbove;

interface ChipProps {
  chip: DepositChip;
  /** Of the text why coins can't be chosen. */
  reasonId: string;
  chosen: boolean;
  onChoose: () => void;
}
/** A coin in its colour; a number of bets and all of it with a word about what the amount is. */
function Chip({ chip, reasonId, chosen, onChoose }: ChipProps) {
  const t = useT();
  const money = useMoney();
  const amount = money(chip.amount, true);
  return (
    <button
      type="button"
      aria-pressed={chosen}
      disabled={isAbove(chip)}
      aria-describedby={isAbove(chip) ? reasonId : undefined}
      onClick={onChoose}
      // Enter on a chosen chip confirms it.
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !chosen) return;
        event.preventDefault();
        event.currentTarget.form?.requestSubmit();
      }}
      className={cx(
        "figures transition-[scale,background-color,border-color] active:not-disabled:scale-95",
        chip.kind === "coin"
          ? cx(
              "coin grid size-18 place-items-center text-[.6875rem] font-bold tracking-tighter across:size-16 across:text-[.625rem]",
              COLOURS[chip.colour],
            )
          : "flex min-h-13 min-w-18 grow flex-col items-center justify-center rounded-md border border-edge bg-sunken px-1.5 py-1 leading-tight whitespace-nowrap aria-pressed:border-gold aria-pressed:bg-lifted aria-pressed:text-gold across:min-h-11 across:min-w-15 across:px-0.5 across:text-sm",
      )}
    >
      {chip.kind === "coin" ? null : (
        <span className="text-xs text-muted across:text-[.6875rem]">
          {chip.kind === "all" ? t("gameParts.allIn") : t("gameParts.betsOf", { count: chip.bets })}
        </span>
      )}{" "}
      <span dir="ltr" className={chip.kind === "coin" ? undefined : "font-semibold"}>
        {chip.kind === "all" ? <OwnMoney minor={chip.amount} short /> : amount}
      </span>
    </button>
  );
}

interface DepositAmountProps {
  text: string;
  onText: (text: string) => void;
  /** Why the typed amount can't be moved. */
  wrong: Wrong | null;
  /** Minor units. */
  balance: number | undefined;
  most: number;
  least: number;
}
function DepositAmount({ text, onText, wrong, balance, most, least }: DepositAmountProps) {
  const t = useT();
  const hidden = useMoneyHidden();
  const money = useMoney();
  const reason = (why: NonNullable<typeof wrong>) =>
    why === "amount"
      ? t(hidden ? "gameParts.amountWrongHidden" : "gameParts.amountWrong", {
          minimum: money(least),
          maximum: money(most),
        })
      : why === "least"
        ? t("gameParts.depositLeastAbove", { minimum: money(least) })
        : t(why === "limit" ? "gameParts.depositLimit" : "gameParts.balanceEmpty");
  return (
    <AmountField
      label={t("gameParts.amount")}
      note={
        <>
          {t("game.balance")} <OwnMoney minor={balance} />
        </>
      }
      text={text}
      onText={onText}
      wrong={wrong === null ? null : reason(wrong)}
    />
  );
}
