/** What the machine has paid so far, and the player's own results there, next to what is usual for as many games with the same bets, in words. */
import { useQuery } from "@tanstack/react-query";
import { RULES_CALLS } from "@reelcast/contract";
import type { MachineRecord, MachineResults, ResultExpectation } from "@reelcast/contract";
import { Button, Skeleton } from "@reelcast/ui";
import { clientOf } from "../api/index.ts";
import { useSettings } from "../api/useSettings.ts";
import { useLogin } from "../auth/loginState.ts";
import { errorText, formatDate, useT } from "../i18n/index.ts";
import { useMoneyHidden, useOwnMoneyText } from "../shell/ownMoney.tsx";
import { useFigures } from "./figures.ts";
import { Part } from "./Part.tsx";

const READ_EVERY_MS = 5_000;
const rulesCall = clientOf(RULES_CALLS);

export function OwnResults({ machineId }: { machineId: number }) {
  const t = useT();
  const playerId = useLogin()?.user.id;
  const { data, error, refetch } = useQuery({
    queryKey: ["machineResults", playerId, machineId],
    queryFn: ({ signal }) => rulesCall("machineResults", { params: { id: machineId } }, { signal }),
    // Read again each time it opens, and while it is open: more games may have been played, and a game is recorded a moment
    // after its end.
    staleTime: 0,
    refetchInterval: READ_EVERY_MS,
    gcTime: 0,
  });
  return (
    <>
      {data && data.machine.games > 0 ? <OnRecord record={data.machine} /> : null}
      <Part title={t("machineRules.own")}>
        {data ? (
          <Results results={data} />
        ) : error ? (
          <div role="alert" className="flex flex-wrap items-center gap-3">
            <span className="text-error">{errorText(error)}</span>
            <Button onClick={() => void refetch()}>{t("shell.retry")}</Button>
          </div>
        ) : (
          <div aria-busy="true" aria-label={t("shell.loading")} role="group">
            <Skeleton className="h-24 rounded-lg" />
          </div>
        )}
      </Part>
    </>
  );
}

function OnRecord({ record: { games, hits, longestDryRun } }: { record: MachineRecord }) {
  const t = useT();
  const { count, percent } = useFigures();
  return (
    <Part title={t("machineRules.record")}>
      <p>
        {t("machineRules.recordLatest", { games: count(games) })}{" "}
        {t("machineRules.recordHits", { percent: percent(hits / games) })}{" "}
        {t("machineRules.recordDry", { games: count(longestDryRun) })}
      </p>
      <p className="text-sm text-muted">{t("machineRules.recordText")}</p>
    </Part>
  );
}

function Results({ results }: { results: MachineResults }) {
  const house = useSettings();
  const t = useT();
  const money = useOwnMoneyText();
  const { count, percent } = useFigures();
  const { games, bet, win, hits, longestDryRun, since, isLimited, expectation } = results;
  if (games === 0) return <p className="text-muted">{t("machineRules.ownNone")}</p>;
  const net = win - bet;
  const from = since === null ? "" : formatDate(since, house.dateFormat);
  return (
    <>
      <p>
        {t("machineRules.ownSums", {
          games: count(games),
          bet: money(bet, false),
          win: money(win, false),
          net: money(Math.abs(net), false),
          side: net < 0 ? "loss" : net > 0 ? "gain" : "even",
        })}{" "}
        <span className="text-muted">
          {t(isLimited ? "machineRules.ownLimited" : "machineRules.ownSince", { from })}
        </span>
      </p>
      {expectation ? <Expectation net={net} bet={bet} usual={expectation} /> : null}
      <p>
        {t("machineRules.ownHits", { hits: count(hits), percent: percent(hits / games) })}{" "}
        {expectation ? t("machineRules.ownHitsUsual", { percent: percent(expectation.hitRate) }) : null}
      </p>
      <p>
        {t("machineRules.ownDry", { games: count(longestDryRun) })}{" "}
        {expectation?.band ? t("machineRules.ownDryUsual", { games: count(expectation.dryRun) }) : null}
      </p>
      <p className="rounded-lg bg-sunken p-3 text-[.9375rem]">{t("machineRules.ownNext")}</p>
    </>
  );
}

interface ExpectationProps {
  /** Wins less bets, minor units. */
  net: number;
  bet: number;
  usual: ResultExpectation;
}
function Expectation({ net, bet, usual }: ExpectationProps) {
  const t = useT();
  const money = useOwnMoneyText();
  const { band } = usual;
  const signed = (minor: number) => (minor < 0 ? `−${money(-minor)}` : money(minor));
  const mean = t("machineRules.ownMean", { loss: money(Math.max(0, -usual.net)), bet: money(bet) });
  if (band === null)
    return (
      <p>
        {mean} {t("machineRules.ownFew")}
      </p>
    );
  const place = net < band.low ? "below" : net > band.high ? "above" : "within";
  return (
    <>
      <p>
        {mean} {t("machineRules.ownBand", { low: signed(band.low), high: signed(band.high) })}
      </p>
      <Band net={net} mean={usual.net} low={band.low} high={band.high} />
      <p className="font-semibold">{t(`machineRules.own_${place}`)}</p>
    </>
  );
}

/** The band as a bar with the player's own result in it. Losses are at the left in every language, as on a line of numbers. */
function Band({ net, mean, low, high }: { net: number; mean: number; low: number; high: number }) {
  const hidden = useMoneyHidden();
  const room = Math.max(1, high - low) / 4;
  const [from, to] = [Math.min(low, net) - room, Math.max(high, net) + room];
  const at = (value: number) => `${((value - from) / (to - from)) * 100}%`;
  if (hidden) return null;
  return (
    <div aria-hidden="true" dir="ltr" className="relative h-9 rounded-md bg-sunken">
      <span
        className="absolute inset-y-2 rounded-sm border border-info bg-info/30"
        style={{ left: at(low), right: `calc(100% - ${at(high)})` }}
      />
      <span className="absolute inset-y-2 w-px bg-muted" style={{ left: at(mean) }} />
      <span className="absolute inset-y-0.5 w-1.5 -translate-x-1/2 rounded-full bg-gold" style={{ left: at(net) }} />
    </div>
  );
}
