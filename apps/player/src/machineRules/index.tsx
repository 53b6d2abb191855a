/** Opens the rules of a machine: from its card and from the game. Knows neither. */
import { Suspense } from "react";
import { useOnceTrue } from "@reelcast/ui";
import { lazyPart } from "../i18n/lazyPart.ts";
import type { MachineRulesProps } from "./MachineRulesDialog.tsx";

const MachineRulesDialog = lazyPart(() => import("./MachineRulesDialog.tsx"), "machineRules", "recall");

/** Loads its code and texts when it is first opened. */
export function MachineRules(props: MachineRulesProps) {
  const opened = useOnceTrue(props.open);
  return <Suspense>{opened ? <MachineRulesDialog {...props} /> : null}</Suspense>;
}
