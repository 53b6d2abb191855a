/** How often the reality check shows time and money during a game. */
import { useState } from "react";
import { REALITY_CHECK_MINUTES } from "@reelcast/contract";
import type { Protection } from "@reelcast/contract";
import { Chip, toast } from "@reelcast/ui";
import { accountCall } from "../../api/account.ts";
import { useT } from "../../i18n/index.ts";
import { useSubmit } from "../../shell/useSubmit.ts";
import { Working } from "../Working.tsx";
import { wordMinutes } from "./durations.ts";

export function RealityCheck({
  minutes,
  atMost,
  onSaved,
}: {
  minutes: number | null;
  /** The longest that the house allows; null: the player may also choose none. */
  atMost: number | null;
  onSaved: (protection: Protection) => void;
}) {
  const t = useT();
  const { busy, problem, submit } = useSubmit({});
  const [chosen, setChosen] = useState<number | null | undefined>();
  const shown = chosen === undefined ? minutes : chosen;
  const choose = (next: number | null) => {
    if (next === shown) return;
    void submit(async () => {
      setChosen(next);
      try {
        onSaved(await accountCall("setRealityCheck", { body: { minutes: next } }));
        toast.success(t("protection.realitySaved"), { id: "reality-check" });
      } finally {
        setChosen(undefined);
      }
    });
  };
  const offered: number[] = REALITY_CHECK_MINUTES.filter((choice) => atMost === null || choice <= atMost);
  const choices = [...new Set([...offered, ...(minutes === null ? [] : [minutes])])].toSorted((a, b) => a - b);
  return (
    <div className="flex flex-col gap-3">
      <div>
        <h3 className="text-lg font-semibold">{t("protection.realityTitle")}</h3>
        <p className="max-w-prose text-[.9375rem] text-muted">
          {t("protection.realityLead")}
          {atMost === null ? null : ` ${t("protection.realityAtMost", { interval: wordMinutes(atMost, t) })}`}
        </p>
      </div>
      <div role="group" aria-label={t("protection.realityTitle")} aria-busy={busy} className="flex flex-wrap gap-2">
        {atMost === null ? (
          <Chip pressed={shown === null} onClick={() => choose(null)}>
            {t("protection.realityOff")}
          </Chip>
        ) : null}
        {choices.map((choice) => (
          <Chip key={choice} pressed={shown === choice} onClick={() => choose(choice)}>
            {wordMinutes(choice, t)}
          </Chip>
        ))}
      </div>
      <p role="alert" className="text-sm text-error empty:hidden">
        {problem}
      </p>
      <Working busy={busy} />
    </div>
  );
}
