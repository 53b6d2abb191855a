/** The texts of CSV files, per language; the same as in the app's lists. */
import { OPERATION, OPERATION_TAGS } from "@reelcast/contract";
import type { Language } from "@reelcast/contract";

const TR = {
  start: "Başlangıç",
  end: "Bitiş",
  machine: "Makine",
  spins: "Spin",
  freeSpins: "Bedava spin",
  played: "Oynama süresi",
  net: "Net sonuç",
  ip: "IP adresi",
  operationDate: "İşlem tarihi",
  type: "Tür",
  amount: "Tutar",
  from: "Kaynak",
  tag: "Etiket",
  tagDemo: "Deneme bakiyesi",
  tagOperator: "İşletmeci",
  tagCorrection: "Düzeltme",
  tagBonus: "Bonus",
  tagDiscount: "İndirim",
  tagChecking: "Kontrol",
  balanceAfter: "İşlem sonrası bakiye",
  fromHouse: "Kasa",
  fromPromotions: "Promosyonlar",
  fromJackpot: "Jackpot",
  deposit: "Para yatırma",
  withdraw: "Para çekme",
  cashIn: "Makineye aktarma",
  cashOut: "Makineden alma",
  handPay: "Elden ödeme",
  jackpot: "JACKPOT",
};
export type CsvTexts = typeof TR;

export const CSV_TEXTS: Record<Language, CsvTexts> = {
  tr: TR,
  en: {
    start: "Start",
    end: "End",
    machine: "Machine",
    spins: "Spins",
    freeSpins: "Free spins",
    played: "Time played",
    net: "Net result",
    ip: "IP address",
    operationDate: "Operation date",
    type: "Type",
    amount: "Amount",
    from: "From",
    tag: "Tag",
    tagDemo: "Demo funds",
    tagOperator: "Operator",
    tagCorrection: "Correction",
    tagBonus: "Bonus",
    tagDiscount: "Discount",
    tagChecking: "Check",
    balanceAfter: "Balance after",
    fromHouse: "House",
    fromPromotions: "Promotions",
    fromJackpot: "Jackpot",
    deposit: "Deposit",
    withdraw: "Withdraw",
    cashIn: "Cash In",
    cashOut: "Cash Out",
    handPay: "Hand Pay",
    jackpot: "JACKPOT",
  },
  ar: {
    start: "البداية",
    end: "النهاية",
    machine: "الماكينة",
    spins: "الدورات",
    freeSpins: "الدورات المجانية",
    played: "مدة اللعب",
    net: "صافي النتيجة",
    ip: "عنوان IP",
    operationDate: "تاريخ العملية",
    type: "النوع",
    amount: "المبلغ",
    from: "المصدر",
    tag: "الوسم",
    tagDemo: "رصيد تجريبي",
    tagOperator: "المشغّل",
    tagCorrection: "تصحيح",
    tagBonus: "بونص",
    tagDiscount: "خصم",
    tagChecking: "تحقق",
    balanceAfter: "الرصيد بعد العملية",
    fromHouse: "الصندوق",
    fromPromotions: "العروض",
    fromJackpot: "الجاكبوت",
    deposit: "إيداع",
    withdraw: "سحب",
    cashIn: "تحويل إلى الماكينة",
    cashOut: "تحويل من الماكينة",
    handPay: "دفع يدوي",
    jackpot: "جاكبوت",
  },
};

/** The type of an operation; "" for a code that this version does not know. */
export function operationTypeText(words: CsvTexts, type: number): string {
  switch (type) {
    case OPERATION.deposit:
      return words.deposit;
    case OPERATION.withdraw:
      return words.withdraw;
    case OPERATION.cashIn:
      return words.cashIn;
    case OPERATION.cashOut:
      return words.cashOut;
    case OPERATION.handPay:
      return words.handPay;
    case OPERATION.jackpot:
      return words.jackpot;
    default:
      return "";
  }
}

const FROM: Record<string, "fromHouse" | "fromPromotions" | "fromJackpot"> = {
  house: "fromHouse",
  promotions: "fromPromotions",
  jackpot: "fromJackpot",
};
/** Where an operation came from: the translation of a value of OPERATION_FROM, or a machine's name unchanged. */
export function originText(words: CsvTexts, from: string): string {
  const key = Object.hasOwn(FROM, from) ? FROM[from] : undefined;
  return key === undefined ? from : words[key];
}

const TAGS: Record<(typeof OPERATION_TAGS)[number], keyof CsvTexts> = {
  demo: "tagDemo",
  operator: "tagOperator",
  correction: "tagCorrection",
  bonus: "tagBonus",
  discount: "tagDiscount",
  checking: "tagChecking",
};
/** The translation of a value of OPERATION_TAGS; any other tag unchanged. */
export function tagText(words: CsvTexts, tag: string): string {
  const known = OPERATION_TAGS.find((one) => one === tag);
  return known === undefined ? tag : words[TAGS[known]];
}
