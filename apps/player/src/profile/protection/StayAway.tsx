/** A break, and self-exclusion. Both end every login; the consequences are shown before. */
import { Suspense, useState } from "react";
import { BREAK_DAYS, EXCLUSION_MONTHS } from "@reelcast/contract";
import { Button, Chip } from "@reelcast/ui";
import { useT } from "../../i18n/index.ts";
import { lazyPart } from "../../i18n/lazyPart.ts";
import { wordDays, wordMonths } from "./durations.ts";

const BreakDialog = lazyPart(() => import("./BreakDialog.tsx"));
const ExclusionDialog = lazyPart(() => import("./ExclusionDialog.tsx"));

interface ChoiceProps {
  title: string;
  lead: string;
  label: string;
  choices: readonly number[];
  word: (choice: number) => string;
  chosen: number;
  onChoose: (choice: number) => void;
  action: string;
  onAct: () => void;
}
function Choice({ title, lead, label, choices, word, chosen, onChoose, action, onAct }: ChoiceProps) {
  return (
    <div className="flex flex-col items-start gap-3">
      <div>
        <h3 className="text-lg font-semibold">{title}</h3>
        <p className="max-w-prose text-[.9375rem] text-muted">{lead}</p>
      </div>
      <div role="group" aria-label={label} className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <Chip key={choice} pressed={choice === chosen} onClick={() => onChoose(choice)}>
            {word(choice)}
          </Chip>
        ))}
      </div>
      <Button tone="danger" aria-haspopup="dialog" onClick={onAct}>
        {action}
      </Button>
    </div>
  );
}

export function StayAway() {
  const t = useT();
  const [days, setDays] = useState<number>(BREAK_DAYS[0]);
  const [months, setMonths] = useState<number>(EXCLUSION_MONTHS[0]);
  const [asking, setAsking] = useState<"break" | "exclusion" | null>(null);
  const close = () => setAsking(null);
  return (
    <div className="grid gap-8 lg:grid-cols-2">
      <Choice
        title={t("protection.breakTitle")}
        lead={t("protection.breakLead")}
        label={t("protection.breakDays")}
        choices={BREAK_DAYS}
        word={(choice) => wordDays(choice, t)}
        chosen={days}
        onChoose={setDays}
        action={t("protection.breakDo")}
        onAct={() => setAsking("break")}
      />
      <Choice
        title={t("protection.exclusionTitle")}
        lead={t("protection.exclusionLead")}
        label={t("protection.exclusionMonths")}
        choices={EXCLUSION_MONTHS}
        word={(choice) => wordMonths(choice, t)}
        chosen={months}
        onChoose={setMonths}
        action={t("protection.exclusionBegin")}
        onAct={() => setAsking("exclusion")}
      />
      <Suspense>
        {asking === "break" ? <BreakDialog days={days} onClose={close} /> : null}
        {asking === "exclusion" ? <ExclusionDialog months={months} onClose={close} /> : null}
      </Suspense>
    </div>
  );
}
