/** One player: who it is, what they have, and what happened. The tab is in the address. */
import { clock } from "@reelcast/contract/clock";
import { useParams } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PlayerRecord } from "@reelcast/contract/console";
import { Chip, Money, formatDay } from "@reelcast/ui";
import { useTopic } from "../../api/live.ts";
import { callQuery, useEvery, useReload } from "../../api/queries.ts";
import { formatMoment, useLanguage, useT } from "../../i18n/index.ts";
import { Facts } from "../../records/Facts.tsx";
import { MachineLink } from "../../records/links.tsx";
import { PlayerStates } from "../../records/PlayerStates.tsx";
import { useFilters } from "../../records/useFilters.ts";
import { Loaded } from "../../shell/Loaded.tsx";
import { Page, Section } from "../../shell/Page.tsx";
import { PlayerActs } from "./PlayerActs.tsx";
import { TabContent, useTabs } from "./tabs.tsx";

/** Each game changes the balance, and no topic says it. */
const READ_EVERY_MS = 10_000;

function Balance({ player }: { player: PlayerRecord }) {
  const t = useT();
  const parts = [
    ["free", player.balance.free],
    ["reserved", player.balance.reserved],
    ["atMachines", player.balance.atMachines],
    ["inDoubt", player.balance.inDoubt],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {parts.map(([name, minor]) => (
        <div key={name} className="card px-5 py-4">
          <dt className="text-sm text-muted">{t(`records.balance_${name}`)}</dt>
          <dd className={`pt-1 text-xl font-semibold ${name === "inDoubt" && minor > 0 ? "text-error" : ""}`}>
            <Money minor={minor} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Identity({ player }: { player: PlayerRecord }) {
  const t = useT();
  const language = useLanguage();
  const { seat, lastLogin, bannedAt, protection, age } = player;
  const away = protection.exclusionUntil ?? protection.breakUntil;
  const states = [
    ...(seat === null ? [] : (["seated"] as const)),
    ...(player.balance.inDoubt > 0 ? (["inDoubt"] as const) : []),
    ...(away === null ? [] : (["away"] as const)),
    ...(bannedAt === null ? [] : (["banned"] as const)),
    ...(age.isRequired && age.verifiedAt === null ? (["unverified"] as const) : []),
  ];
  return (
    <Section title={t("records.identity")} actions={<PlayerStates states={states} />}>
      {age.isRequired && age.verifiedAt === null ? (
        <p className="pb-2 text-sm text-warning">{t("records.unverifiedText")}</p>
      ) : null}
      <Facts
        facts={[
          [t("records.name"), <bdi key="name">{`${player.name} ${player.lastname}`.trim() || "–"}</bdi>],
          [t("records.email"), <bdi key="email">{player.email}</bdi>],
          [t("records.number"), player.id],
          [t("records.bornOn"), age.bornOn === null ? t("records.notKnown") : formatDay(age.bornOn, language)],
          [
            t("records.ageVerified"),
            age.verifiedAt === null ? (
              t("records.notYet")
            ) : (
              <bdi key="age">
                {[formatMoment(age.verifiedAt, language), age.verifiedBy].filter((part) => part !== null).join(" · ")}
              </bdi>
            ),
          ],
          [t("records.memberSince"), formatMoment(player.createdAt, language)],
          [
            t("records.lastLogin"),
            lastLogin === null ? null : `${formatMoment(lastLogin.at, language)} · ${lastLogin.ip ?? ""}`,
          ],
          [t("records.logins"), player.logins],
          [t("records.seat"), seat === null ? null : <MachineLink key="seat" {...seat.machine} />],
          [t("records.bannedSince"), bannedAt === null ? null : formatMoment(bannedAt, language)],
          [t("records.awayUntil"), away === null ? null : formatMoment(away, language)],
        ]}
      />
    </Section>
  );
}

export default function PlayerScreen() {
  const t = useT();
  const reload = useReload();
  const { id: text = "" } = useParams({ strict: false });
  const id = Number(text);
  const player = useQuery({
    ...callQuery("player", { params: { id } }),
    refetchInterval: useEvery(READ_EVERY_MS),
  });
  const [{ tab: wanted }, setFilters] = useFilters(["tab"]);
  const [opened] = useState(() => new Date(clock.now()));
  const tabs = useTabs();
  const tab = tabs.find((one) => one === wanted) ?? "money";
  useTopic("queue", () => void reload("player"));
  return (
    <Page
      title={<bdi>{player.data?.username ?? text}</bdi>}
      actions={player.data ? <PlayerActs key={player.data.id} player={player.data} /> : undefined}
    >
      <Loaded query={player} height="h-96">
        {(found) => (
          <>
            <Balance player={found} />
            <Identity player={found} />
            <div role="group" aria-label={t("records.tabs")} className="flex flex-wrap gap-2">
              {tabs.map((one) => (
                <Chip key={one} pressed={tab === one} onClick={() => setFilters({ tab: one === "money" ? "" : one })}>
                  {t(`records.tab_${one}`)}
                </Chip>
              ))}
            </div>
            <TabContent key={`${id} ${tab}`} tab={tab} player={found} now={opened} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
