/** The name of an act in words; one of a later version keeps its name of the audit log. */
import { ACT_NAMES } from "@reelcast/contract/console";
import type { Translate } from "../i18n/index.ts";

type ActName = (typeof ACT_NAMES)[number];
type Replaced<Name extends string, Sign extends string> = Name extends `${infer Head}${Sign}${infer Tail}`
  ? `${Head}_${Replaced<Tail, Sign>}`
  : Name;
type Underscored<Name extends string> = Replaced<Replaced<Name, ".">, "-">;
const isKnown = (act: string): act is ActName => ACT_NAMES.some((name) => name === act);

/** Its key in the catalogue `acts`: "machine.out-of-order" is machine_out_of_order. @internal */
export const actKey = (act: ActName) => act.replaceAll(/[.-]/g, "_") as Underscored<ActName>;
export const actName = (t: Translate, act: string): string => (isKnown(act) ? t(`acts.${actKey(act)}`) : act);
