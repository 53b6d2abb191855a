/** Opens the rules of a machine, or of one of its symbols: from its card and from the game. Knows neither. */
import { Suspense } from "react";
import { useOnceTrue } from "@reelcast/ui";
import { lazyPart } from "../i18n/lazyPart.ts";
import type { MachineRulesProps } from "./MachineRulesDialog.tsx";
import type { SymbolCardProps } from "./SymbolCard.tsx";

const MachineRulesDialog = lazyPart(() => import("./MachineRulesDialog.tsx"), "machineRules", "recall");

const SymbolCard = lazyPart(() => import("./SymbolCard.tsx"), "machineRules", "recall");

/** What a symbol pays. Loads its code and texts when it is first shown. */
export const SymbolRules = (props: SymbolCardProps) => (
  <Suspense>
    <SymbolCard {...props} />
  </Suspense>
);

/** Loads its code and texts when it is first opened. */
export function MachineRules(props: MachineRulesProps) {
  const opened = useOnceTrue(props.open);
  return <Suspense>{opened ? <MachineRulesDialog {...props} /> : null}</Suspense>;
}
