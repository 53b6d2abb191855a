/** Responsible play: the player's own settings. Each part is saved separately, and shows the server's answer. */
import type { Protection } from "@reelcast/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { askAgain } from "../../api/askAgain.ts";
import { accountCall } from "../../api/account.ts";
import { useT } from "../../i18n/index.ts";
import { NotFresh } from "../../shell/NotFresh.tsx";
import { NotThereYet, Section } from "../Section.tsx";
import { Limits } from "./Limits.tsx";
import { RealityCheck } from "./RealityCheck.tsx";
import { StayAway } from "./StayAway.tsx";

const PROTECTION = ["protection"];

export function ProtectionSection() {
  const t = useT();
  const queries = useQueryClient();
  const asked = useQuery({
    queryKey: PROTECTION,
    queryFn: ({ signal }) => accountCall("protection", {}, { signal }),
  });
  const onSaved = (protection: Protection) => {
    queries.setQueryData(PROTECTION, protection);
    void queries.invalidateQueries({ queryKey: ["logs"] });
  };
  return (
    <Section id="protection" title={t("protection.title")} lead={t("protection.lead")}>
      {asked.data === undefined ? (
        <NotThereYet asked={asked} queryKeys={[PROTECTION]} title={t("protection.errorTitle")} rows={12} />
      ) : (
        <div className="flex flex-col gap-8">
          {asked.isError ? <NotFresh error={asked.error} onRetry={() => void askAgain(queries, PROTECTION)} /> : null}
          <RealityCheck minutes={asked.data.realityCheckMinutes} onSaved={onSaved} />
          <Limits limits={asked.data.limits} onSaved={onSaved} />
          <StayAway />
        </div>
      )}
    </Section>
  );
}
