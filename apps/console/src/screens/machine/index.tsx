/** One machine: its picture and its state as they are now, what can be done with it, and everything that happened at it. */
import { Link, useParams } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorCode } from "@reelcast/contract";
import type { MachineTile } from "@reelcast/contract/console";
import { ChevronIcon, Message, Money, cx, useNow } from "@reelcast/ui";
import { isApiError } from "../../api/index.ts";
import { useTopic } from "../../api/live.ts";
import { callQuery, useCall, useEvery, useReload } from "../../api/queries.ts";
import { formatDuration } from "../../floor/duration.ts";
import { NEED_ICONS, STATE_LOOKS, needTone } from "../../floor/looks.ts";
import { Picture } from "../../floor/Picture.tsx";
import { useFloor } from "../../floor/useFloor.ts";
import { formatMoment, useLanguage, useT } from "../../i18n/index.ts";
import { Loaded } from "../../shell/Loaded.tsx";
import { Page, Section } from "../../shell/Page.tsx";
import { useMay } from "../../session/me.ts";
import { Acts } from "./Acts.tsx";
import { Facts } from "./Facts.tsx";
import { Live } from "./Live.tsx";
import { Maths } from "./Maths.tsx";
import { Meters } from "./Meters.tsx";
import { Timeline } from "./Timeline.tsx";
import { Touch } from "./Touch.tsx";
import { Trace } from "./Trace.tsx";

function StateLine({ tile }: { tile: MachineTile }) {
  const t = useT();
  const now = useNow(1_000);
  const { icon: Icon, text } = STATE_LOOKS[tile.state];
  const { need, player, credit } = tile;
  const NeedIcon = need ? NEED_ICONS[need.what] : null;
  return (
    <div className="flex flex-col gap-3">
      <p className={cx("flex items-center gap-2 text-xl font-semibold", text)}>
        <Icon size={24} className="shrink-0" />
        {t(`floor.state_${tile.state}`)}
      </p>
      {need && NeedIcon ? (
        <p className={cx("flex items-start gap-3 rounded-md px-3 py-2", needTone(need.what))}>
          <NeedIcon size={20} className="mt-0.5 shrink-0" />
          <span>
            <span className="font-semibold">{t(`floor.need_${need.what}`)}</span>
            {need.since === null ? null : ` · ${formatDuration(now - need.since, t)}`}
            {need.text === null ? null : <span className="block text-text">{need.text}</span>}
          </span>
        </p>
      ) : null}
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        <dt className="text-muted">{t("machine.player")}</dt>
        <dd>{player ? `${player.name} · ${formatDuration(now - player.since, t)}` : "–"}</dd>
        <dt className="text-muted">{t("machine.credit")}</dt>
        <dd>
          <Money minor={credit} className="text-lg font-semibold" />
        </dd>
        <dt className="text-muted">{t("machine.lastGame")}</dt>
        <dd>{tile.lastGame ? <LastGame {...tile.lastGame} now={now} /> : "–"}</dd>
      </dl>
    </div>
  );
}
function LastGame({ bet, win, at, now }: NonNullable<MachineTile["lastGame"]> & { now: number }) {
  const t = useT();
  return (
    <>
      <Money minor={bet} short /> → <Money minor={win} short />
      <span className="text-muted"> · {t("floor.ago", { time: formatDuration(now - at, t) })}</span>
    </>
  );
}

/** While somebody plays, the meters and the ledger change with each game. */
const IN_PLAY_EVERY_MS = 10_000;

/** What is not known at each moment: read again when something at this machine has changed, and while it is in play. */
function useRecord({ id: machineId, player }: MachineTile) {
  const every = useEvery(IN_PLAY_EVERY_MS);
  const record = useQuery({
    ...callQuery("machine", { params: { id: String(machineId) } }),
    refetchInterval: player === null ? false : every,
  });
  const reload = useReload();
  useTopic("floor", (change) => {
    const changed = (change["changed"] as { id: number }[] | undefined)?.find(({ id }) => id === machineId);
    // Each game changes the credit: the rest is read again with what really differs.
    if (changed && ("need" in changed || "state" in changed || "player" in changed)) void reload("machine");
  });
  return record;
}

function ToWall() {
  const t = useT();
  return (
    <Link to="/floor" className="hit flex items-center gap-1 font-semibold text-gold">
      <ChevronIcon size={18} className="rotate-180 rtl:rotate-0" />
      {t("machine.toWall")}
    </Link>
  );
}

function Machine({ tile, brand }: { tile: MachineTile; brand: string }) {
  const t = useT();
  const mayWatch = useMay()("machine.watch");
  const [watching, setWatching] = useState(true);
  const record = useRecord(tile);
  return (
    <Page title={tile.name} text={`${brand} · ${t("machine.number", { id: tile.id })}`} actions={<ToWall />}>
      <div className="grid items-start gap-5 sm:landscape:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {mayWatch && tile.online ? (
          <Live
            machineId={tile.id}
            watching={watching}
            onChange={setWatching}
            still={<Picture machine={tile} live={false} />}
          />
        ) : (
          <div className="card overflow-hidden">
            <Picture machine={tile} live={false} />
          </div>
        )}
        <Section title={t("machine.now")}>
          <StateLine tile={tile} />
          <Acts tile={tile} record={record.data} />
        </Section>
      </div>
      <Loaded query={record} height="h-64">
        {(data) => (
          <div className="grid items-start gap-5 lg:grid-cols-2">
            <Meters record={data} since={tile.need?.since ?? null} />
            <div className="flex flex-col gap-5">
              <Maths record={data} />
              <Facts record={data} node={tile.node} />
              <Touch record={data} />
            </div>
          </div>
        )}
      </Loaded>
      <Timeline machineId={tile.id} />
      <Trace machineId={tile.id} />
    </Page>
  );
}

/** Nothing is known of the machine yet, or nothing can be: the heading and the way back stand all the same. */
function NotLoaded<Data>({ query }: { query: UseQueryResult<Data> }) {
  const t = useT();
  return (
    <Page title={t("machine.title")} actions={<ToWall />}>
      <Loaded query={query} height="h-96">
        {() => null}
      </Loaded>
    </Page>
  );
}

/** A machine that is retired: its records stay, and old games and transfers lead here. */
function OffTheFloor({ machineId }: { machineId: string }) {
  const t = useT();
  const language = useLanguage();
  const record = useCall("machine", { params: { id: machineId } });
  if (isApiError(record.error, ErrorCode.NotFound) || isApiError(record.error, ErrorCode.InvalidRequest))
    return (
      <Page title={t("machine.title")} actions={<ToWall />}>
        <Message title={t("machine.none")} text={t("machine.noneText")} />
      </Page>
    );
  const { data } = record;
  if (data === undefined) return <NotLoaded query={record} />;
  return (
    <Page title={data.name} text={`${data.brand.name} · ${t("machine.number", { id: data.id })}`} actions={<ToWall />}>
      {data.retiredAt === null ? null : (
        <p className="card px-5 py-4 text-lg font-semibold text-warning">
          {t("machine.retiredSince", { at: formatMoment(data.retiredAt, language) })}
        </p>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Meters record={data} since={null} />
        <div className="flex flex-col gap-5">
          <Maths record={data} />
          <Facts record={data} node={null} />
        </div>
      </div>
      <Timeline machineId={data.id} />
    </Page>
  );
}

export default function MachineScreen() {
  const { id } = useParams({ strict: false });
  const { floor, query } = useFloor();
  if (!floor) return <NotLoaded query={query} />;
  const tile = floor.tiles.find((one) => String(one.id) === id);
  if (!tile) return <OffTheFloor machineId={id ?? ""} />;
  return <Machine key={tile.id} tile={tile} brand={floor.brands.get(tile.brand) ?? ""} />;
}
