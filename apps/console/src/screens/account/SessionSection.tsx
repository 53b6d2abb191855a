/** Where this member is signed in. */
import { useState } from "react";
import type { AnswerOf } from "@reelcast/contract";
import type { OWN_CALLS } from "@reelcast/contract/console";
import { Button, ShieldIcon, toast, useNow } from "@reelcast/ui";
import { call } from "../../api/index.ts";
import { useCall, useReload } from "../../api/queries.ts";
import { formatAgo, formatMoment, useLanguage, useT } from "../../i18n/index.ts";
import { Confirm } from "../../shell/Confirm.tsx";
import { Loaded } from "../../shell/Loaded.tsx";
import { Section } from "../../shell/Page.tsx";
import { agentName } from "./agent.ts";

type Session = AnswerOf<(typeof OWN_CALLS)["ownSessions"]>[number];

function SessionLine({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const t = useT();
  const language = useLanguage();
  const now = useNow();
  const { own, agent, address, secondFactor, wall, lastUsedAt, expiresAt } = session;
  return (
    <li className="flex min-h-14 items-center gap-3 py-2">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2">
          {agentName(agent) ?? t("account.unknownBrowser")}
          {own ? (
            <span className="rounded-full bg-success/15 px-2 py-0.5 text-xs font-medium text-success">
              {t("account.thisSession")}
            </span>
          ) : null}
          {wall ? (
            <span className="rounded-full bg-info/15 px-2 py-0.5 text-xs font-medium text-info">
              {t("account.wallSession")}
            </span>
          ) : null}
          {secondFactor ? (
            <ShieldIcon size={16} aria-label={t("account.withFactor")} className="text-muted" role="img" />
          ) : null}
        </p>
        <p className="text-sm text-muted">
          <bdi>{address}</bdi> ·{" "}
          {wall
            ? t("account.wallUntil", { until: formatMoment(expiresAt, language) })
            : own
              ? t("account.usedNow")
              : t("account.lastUsed", { at: formatAgo(lastUsedAt, now, language) })}
        </p>
      </div>
      {own ? null : (
        <Button tone="quiet" onClick={onEnd}>
          {t("account.end")}
        </Button>
      )}
    </li>
  );
}

export function SessionSection() {
  const t = useT();
  const sessions = useCall("ownSessions");
  const reload = useReload();
  /** The session that is about to end; "others": all but this one. */
  const [ending, setEnding] = useState<number | "others" | null>(null);
  async function end(which: number | "others"): Promise<void> {
    if (which === "others") {
      const { ended } = await call("endOtherSessions", { body: {} });
      toast.success(t("account.sessionsEnded", { count: ended }));
    } else await call("endSession", { params: { id: which } });
    await reload("ownSessions");
  }
  const others = (sessions.data ?? []).filter(({ own }) => !own).length;
  return (
    <Section
      title={t("account.sessions")}
      text={t("account.sessionsText")}
      actions={others > 0 ? <Button onClick={() => setEnding("others")}>{t("account.endOthers")}</Button> : undefined}
    >
      <Loaded query={sessions} height="h-24">
        {(list) => (
          <ul className="divide-y divide-line/60">
            {list.map((one) => (
              <SessionLine key={one.id} session={one} onEnd={() => setEnding(one.id)} />
            ))}
          </ul>
        )}
      </Loaded>
      {ending === null ? null : (
        <Confirm
          title={t(ending === "others" ? "account.endOthers" : "account.endTitle")}
          effects={[t(ending === "others" ? "account.endOthersText" : "account.endText")]}
          action={t("account.end")}
          run={() => end(ending)}
          onClose={() => setEnding(null)}
        />
      )}
    </Section>
  );
}
