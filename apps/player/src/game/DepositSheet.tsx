/** Deposits from the balance to the machine: the operator's amounts, all of it, or a typed amount. */
import { useId, useState } from "react";
import type { RefObject } from "react";
import { settings } from "../api/index.ts";
import { useLanguage, useT } from "../i18n/index.ts";
import { Button, Money, Sheet, cx, parseAmount, useMoney } from "../ui/index.ts";
import { externalDepositUrl } from "./links.ts";
import { OutsideDeposit } from "./OutsideDeposit.tsx";

const RINGS = {
  blue: "border-chip-blue text-chip-blue",
  green: "border-chip-green text-chip-green",
  purple: "border-chip-purple text-chip-purple",
  yellow: "border-chip-yellow text-chip-yellow",
  red: "border-chip-red text-chip-red",
} as const;

export interface DepositSheetProps {
  open: boolean;
  onClose: () => void;
  returnFocus: RefObject<HTMLElement | null>;
  balance: number;
  /** Largest amount that may be moved at once, minor units. */
  maximum: number;
  onDeposit: (amount: number) => void;
}

export default function DepositSheet({ open, onClose, returnFocus, balance, maximum, onDeposit }: DepositSheetProps) {
  const t = useT();
  const money = useMoney();
  const [text, setText] = useState("");
  const outside = externalDepositUrl(settings().externalDeposit);
  const most = Math.min(balance, maximum);
  const typed = parseAmount(text, useLanguage());
  const amount = typed !== null && typed <= most ? typed : null;
  const choose = (minor: number) => setText((minor / 100).toString());
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
      title={t("game.depositTitle")}
      closeLabel={t("shell.close")}
    >
      <form
        className="flex flex-col gap-4 p-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (amount === null) return;
          onDeposit(amount);
          close();
        }}
      >
        {outside !== null && balance === 0 ? (
          <>
            <p>{t("game.balanceEmpty")}</p>
            <OutsideDeposit url={outside} main />
          </>
        ) : (
          <p className="text-sm text-muted">{t("game.depositHint")}</p>
        )}
        <HotCoins most={most} chosen={typed} onChoose={choose} />
        <AmountField
          text={text}
          onText={setText}
          wrong={text !== "" && amount === null}
          balance={balance}
          most={most}
          onAllIn={() => choose(most)}
        />
        <Button type="submit" tone="main" disabled={amount === null} className="min-h-13 text-lg">
          {amount === null ? t("game.depositDo") : t("game.depositDoAmount", { amount: money(amount, true) })}
        </Button>
        {outside !== null && balance > 0 ? <OutsideDeposit url={outside} /> : null}
      </form>
    </Sheet>
  );
}

interface HotCoinsProps {
  /** Minor units. */
  most: number;
  chosen: number | null;
  onChoose: (minor: number) => void;
}
/** The operator's amounts. */
function HotCoins({ most, chosen, onChoose }: HotCoinsProps) {
  const t = useT();
  const money = useMoney();
  const { hotCoins, hotCoinsLow, hotCoinSet } = settings();
  return (
    <div
      className="grid grid-cols-[repeat(auto-fit,minmax(60px,1fr))] gap-2 sm:gap-3"
      role="group"
      aria-label={t("game.amount")}
    >
      {(hotCoinSet === "low" ? hotCoinsLow : hotCoins).map((coin) => {
        const minor = coin.amount * 100;
        return (
          <button
            key={coin.amount}
            type="button"
            disabled={minor > most}
            aria-pressed={chosen === minor}
            onClick={() => onChoose(minor)}
            className={cx(
              "grid aspect-square w-full max-w-18 place-items-center rounded-full border-4 border-dashed bg-sunken text-[.6875rem] font-bold sm:text-xs figures transition-[scale,opacity,background-color] active:scale-95 disabled:cursor-default disabled:opacity-35 aria-pressed:border-solid aria-pressed:bg-lifted",
              RINGS[coin.colour],
            )}
          >
            {money(minor, true)}
          </button>
        );
      })}
    </div>
  );
}

interface AmountFieldProps {
  text: string;
  onText: (text: string) => void;
  wrong: boolean;
  /** Minor units. */
  balance: number;
  most: number;
  onAllIn: () => void;
}
function AmountField({ text, onText, wrong, balance, most, onAllIn }: AmountFieldProps) {
  const t = useT();
  const money = useMoney();
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="flex justify-between text-sm font-medium text-muted">
        {t("game.amount")}
        <span>
          {t("game.balance")} <Money minor={balance} />
        </span>
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          value={text}
          onChange={(event) => onText(event.target.value)}
          inputMode="decimal"
          autoComplete="off"
          aria-invalid={wrong}
          aria-describedby={wrong ? `${id}-wrong` : undefined}
          className="h-12 w-full min-w-0 rounded-md border border-edge bg-sunken px-3.5 text-lg figures outline-none focus:border-gold focus:ring-1 focus:ring-gold aria-invalid:border-error"
        />
        <Button onClick={onAllIn} disabled={most <= 0} className="shrink-0">
          {t("game.allIn", { amount: money(Math.max(0, most), true) })}
        </Button>
      </div>
      {wrong ? (
        <p id={`${id}-wrong`} role="alert" className="text-sm text-error">
          {most > 0 ? t("game.amountWrong", { maximum: money(most) }) : t("game.balanceEmpty")}
        </p>
      ) : null}
    </div>
  );
}
