/** Amounts that change with every game, in the room of the widest one: nothing around them moves. */
import { useState } from "react";
import { cx, useMoney } from "@reelcast/ui";

/** Figures have one width, a loss has the room of a gain, and signs of direction have none. */
const roomOf = (text: string) =>
  text
    .replaceAll(/\d/g, "0")
    .replace("-", "+")
    .replaceAll(/[\u2066-\u2069]/g, "");

/** Of the texts that were shown here, the one that takes the most room. @param text the present one, or a longer one to come */
export function useWidest(text: string): string {
  const [widest, setWidest] = useState("");
  const room = roomOf(text);
  // Digits and their marks alone differ, so that the longest is the widest.
  if (room.length > widest.length) setWidest(room);
  return room.length > widest.length ? room : widest;
}

/** Characters: an amount of millions. */
const LONG = 11;

export interface SteadyMoneyProps {
  minor: number;
  /** With "+" or "-", unless it is 0. */
  signed?: boolean;
  /** An amount for which there is room from the first. */
  roomFor?: number;
  /** In the middle of its room. Otherwise at its end, where the last digits of amounts of any length keep their places. */
  middle?: boolean;
  /** In two lines rather than cut, where there is no room for one. */
  wraps?: boolean;
  className?: string;
}
export function SteadyMoney({
  minor,
  signed = false,
  roomFor = 0,
  middle = false,
  wraps = false,
  className,
}: SteadyMoneyProps) {
  const money = useMoney();
  const signedText = (amount: number) => (signed && amount > 0 ? "+" : "") + money(amount, false);
  const text = signedText(minor);
  const widest = useWidest(
    [text, signedText(roomFor)].reduce((one, other) => (other.length > one.length ? other : one)),
  );
  return (
    <span
      dir="ltr"
      data-widest={widest}
      className={cx(
        "inline-grid figures before:invisible before:min-w-0 *:min-w-0 before:[grid-area:1/1] before:content-[attr(data-widest)]",
        middle ? "justify-items-center" : "justify-items-end",
        wraps ? cx("max-w-full wrap-anywhere", widest.length > LONG && "text-[.8em]") : "whitespace-nowrap",
        className,
      )}
    >
      <span className="[grid-area:1/1]">{text}</span>
    </span>
  );
}
