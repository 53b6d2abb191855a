/** Texts for the values of the lists. */
import { OPERATION, OPERATION_FROM, OPERATION_TAGS } from "@reelcast/contract";
import type { Operation } from "@reelcast/contract";
import { searchFold } from "@reelcast/contract/fold";
import type { TextKey, Translate } from "../i18n/index.ts";
import { toQuery } from "./filter.ts";
import type { Filter, FilterQuery } from "./filter.ts";
import type { ListName } from "./useList.ts";

const OPERATIONS: Record<number, TextKey> = {
  [OPERATION.deposit]: "history.deposit",
  [OPERATION.withdraw]: "history.withdraw",
  [OPERATION.cashIn]: "history.cashIn",
  [OPERATION.cashOut]: "history.cashOut",
  [OPERATION.handPay]: "history.handPay",
  [OPERATION.jackpot]: "history.jackpot",
};
export const OPERATION_TYPES: readonly number[] = Object.values(OPERATION);

/** The name of an operation's type; "" for a code that this version does not know. */
export function operationName(type: number, t: Translate): string {
  const key = Object.hasOwn(OPERATIONS, type) ? OPERATIONS[type] : undefined;
  return key === undefined ? "" : t(key);
}

const FROM_MACHINE: readonly number[] = [OPERATION.cashOut, OPERATION.handPay];
/** Whether an operation only moves a player's own money between the balance and a machine: nothing is gained or lost by it. */
export const isMove = (type: number): boolean => type === OPERATION.cashIn || FROM_MACHINE.includes(type);

/** Minor units. Money that returns from a machine is not paid in. */
export interface OperationSums {
  in: number;
  /** Negative. */
  out: number;
  toMachines: number;
  fromMachines: number;
}
export function sumOperations(rows: readonly Pick<Operation, "type" | "amount">[]): OperationSums {
  const sums = { in: 0, out: 0, toMachines: 0, fromMachines: 0 };
  for (const { type, amount } of rows) {
    if (FROM_MACHINE.includes(type)) sums.fromMachines += amount;
    else if (type === OPERATION.cashIn) sums.toMachines -= amount;
    else if (amount > 0) sums.in += amount;
    else sums.out += amount;
  }
  return sums;
}

const ORIGINS: Record<(typeof OPERATION_FROM)[number], TextKey> = {
  house: "history.fromHouse",
  promotions: "history.fromPromotions",
  jackpot: "history.fromJackpot",
};
/** Where an operation came from: a machine by its name, anything else in words. */
export function originName(from: string, t: Translate): string {
  const origin = OPERATION_FROM.find((word) => word === from);
  return origin === undefined ? from : t(ORIGINS[origin]);
}

const TAGS: Record<(typeof OPERATION_TAGS)[number], TextKey> = {
  demo: "history.tagDemo",
  operator: "history.tagOperator",
  correction: "history.tagCorrection",
  bonus: "history.tagBonus",
  discount: "history.tagDiscount",
  checking: "history.tagChecking",
};
/** A tag that the house's own parts write in words; any other as it is. */
export function tagName(tag: string, t: Translate): string {
  const known = OPERATION_TAGS.find((one) => one === tag);
  return known === undefined ? tag : t(TAGS[known]);
}

/**
 * What a list is asked with. The columns of type, origin and tag show words that the server does not know: those that hold what
 * is searched go along as codes.
 */
export function askedFor(list: ListName, filter: Filter, t: Translate): FilterQuery {
  const query = toQuery(filter);
  const wanted = searchFold(query.search ?? "");
  if (list === "sessions" || wanted === "") return query;
  const named = <C extends string | number>(codes: readonly C[], name: (code: C, t: Translate) => string) =>
    codes.filter((code) => searchFold(name(code, t)).includes(wanted)).join(",");
  const searchTypes = named(OPERATION_TYPES, operationName);
  const searchFrom = named(OPERATION_FROM, originName);
  const searchTags = named(OPERATION_TAGS, tagName);
  return {
    ...query,
    ...(searchTypes !== "" && { searchTypes }),
    ...(searchFrom !== "" && { searchFrom }),
    ...(searchTags !== "" && { searchTags }),
  };
}

/** Seconds in words, to the minute: "1 sa 5 dk". What is shorter than a minute counts as one where there is anything. */
export function playedTime(seconds: number, t: Translate): string {
  const minutes = seconds > 0 ? Math.max(1, Math.round(seconds / 60)) : 0;
  const hours = Math.floor(minutes / 60);
  return hours > 0 ? t("history.hoursMinutes", { hours, minutes: minutes % 60 }) : t("history.minutes", { minutes });
}

/** The name of a downloaded file, with the day on which it was made. */
export function fileName(base: string, day: string): string {
  return `${base}-${day}.csv`;
}
