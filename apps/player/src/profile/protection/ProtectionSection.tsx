/** Responsible play: the player's own settings. Each part is saved separately, and shows the server's answer. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Protection } from "@reelcast/contract";
import { readAgain, reloadQueries } from "@reelcast/client/reloadQueries";
import { accountCall } from "../../api/account.ts";
import { putAnswer } from "../../api/putAnswer.ts";
import { useT } from "../../i18n/index.ts";
import { OutdatedNotice } from "../../shell/OutdatedNotice.tsx";
import { LoadingOrError, Section } from "../Section.tsx";
import { Limits } from "./Limits.tsx";
import { PROTECTION } from "./query.ts";
import { RealityCheck } from "./RealityCheck.tsx";
import { StayAway } from "./StayAway.tsx";

export function ProtectionSection() {
  const t = useT();
  const queries = useQueryClient();
  const asked = useQuery({
    queryKey: PROTECTION,
    queryFn: ({ signal }) => accountCall("protection", {}, { signal }),
  });
  const onSaved = (protection: Protection) => {
    putAnswer(queries, PROTECTION, protection);
    void readAgain(queries, { queryKey: ["logs"] });
  };
  return (
    <Section id="protection" title={t("protection.title")} lead={t("protection.lead")}>
      {asked.data === undefined ? (
        <LoadingOrError query={asked} queryKeys={[PROTECTION]} title={t("protection.errorTitle")} rows={12} />
      ) : (
        <div className="flex flex-col gap-8">
          {asked.isError ? (
            <OutdatedNotice error={asked.error} onRetry={() => void reloadQueries(queries, PROTECTION)} />
          ) : null}
          <RealityCheck
            minutes={asked.data.realityCheckMinutes}
            atMost={asked.data.realityCheckAtMost ?? null}
            onSaved={onSaved}
          />
          <Limits limits={asked.data.limits} onSaved={onSaved} />
          <StayAway />
        </div>
      )}
    </Section>
  );
}
