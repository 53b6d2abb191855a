/** The record of one game, as evidence: readable on the screen and on paper. */
import { useParams } from "@tanstack/react-router";
import type { GameEvidence } from "@reelcast/contract/console";
import { GameOutcome } from "@reelcast/contract/gameRecord";
import { Button, DataTable, Money } from "@reelcast/ui";
import type { Column } from "@reelcast/ui";
import { useCall } from "../../api/queries.ts";
import { formatMoment, useLanguage, useT } from "../../i18n/index.ts";
import { Badge, Facts, RawRecord } from "../../records/Facts.tsx";
import { Journals } from "../../records/Journals.tsx";
import { GameLink, MachineLink, PlayerLink, RecordLink } from "../../records/links.tsx";
import { Loaded } from "../../shell/Loaded.tsx";
import { Page, Section } from "../../shell/Page.tsx";

type Meter = "coinIn" | "coinOut" | "handPaid" | "credit";
const METERS: readonly Meter[] = ["coinIn", "coinOut", "handPaid", "credit"];

function useMeterColumns(
  before: GameEvidence["metersBefore"],
  after: GameEvidence["metersBefore"],
): readonly Column<Meter>[] {
  const t = useT();
  return [
    { key: "meter", head: t("records.meter"), main: true, cell: (meter) => t(`records.meter_${meter}`) },
    {
      key: "before",
      head: t("records.before"),
      numeric: true,
      cell: (meter) => (before ? <Money minor={before[meter]} /> : null),
    },
    {
      key: "after",
      head: t("records.after"),
      numeric: true,
      cell: (meter) => (after ? <Money minor={after[meter]} /> : null),
    },
    {
      key: "change",
      head: t("records.change"),
      numeric: true,
      lead: true,
      cell: (meter) => (before && after ? <Money minor={after[meter] - before[meter]} /> : null),
    },
  ];
}

function Meters({ before, after }: { before: GameEvidence["metersBefore"]; after: GameEvidence["metersBefore"] }) {
  const t = useT();
  const columns = useMeterColumns(before, after);
  return (
    <DataTable
      caption={t("records.meters")}
      columns={columns}
      rows={METERS}
      rowKey={(meter) => meter}
      tableFrom={30}
      nested
    />
  );
}

/** The symbols as they stood, by reel; those of winning lines are marked. */
function Reels({ outcome }: { outcome: GameOutcome }) {
  const t = useT();
  const { symbols = [], wins = [] } = outcome;
  const isWinning = (reel: number, row: number) => wins.some(({ rows }) => rows[reel] === row);
  const height = Math.max(0, ...symbols.map((reel) => reel.length));
  if (height === 0) return null;
  return (
    <table aria-label={t("records.reels")} className="w-fit border-separate border-spacing-1 text-sm">
      <tbody>
        {Array.from({ length: height }, (_, row) => (
          // oxlint-disable-next-line react/no-array-index-key -- places of a fixed grid
          <tr key={row}>
            {symbols.map((reel, at) => (
              <td
                // oxlint-disable-next-line react/no-array-index-key -- places of a fixed grid
                key={at}
                className={`min-w-16 rounded-md border px-2 py-2 text-center ${isWinning(at, row) ? "border-gold bg-gold/12 font-semibold text-gold" : "border-line"}`}
              >
                <bdi>{reel[row] ?? ""}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Wins({ outcome }: { outcome: GameOutcome }) {
  const t = useT();
  const wins = outcome.wins ?? [];
  if (wins.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {wins.map(({ line, count, amount }) => (
        <li key={`${line} ${count} ${amount}`}>
          {t("records.lineWin", { line: line + 1, count })} <Money minor={amount} className="font-semibold" />
        </li>
      ))}
    </ul>
  );
}

const CHAIN = { intact: "good", broken: "bad", unhashed: "warn" } as const;

function Outcome({ game }: { game: GameEvidence }) {
  const t = useT();
  const language = useLanguage();
  const { record, machine, jackpots } = game;
  const outcome = GameOutcome.safeParse(record.outcome ?? {}).data ?? {};
  const maths = machine.maths;
  return (
    <Section title={t("records.outcomeTitle")}>
      <Facts
        facts={[
          [t("records.bet"), record.free ? t("records.free") : <Money key="bet" minor={record.bet} />],
          [t("records.win"), <Money key="win" minor={record.win} className="text-lg font-semibold" />],
          [t("records.handPay"), record.handPay === 0 ? null : <Money key="hand" minor={record.handPay} />],
          ...jackpots.map(
            ({ id, name, amount }) =>
              [
                t("records.jackpotNamed", { name }),
                <Money key={id} minor={amount} className="font-semibold" />,
              ] as const,
          ),
          [t("records.player"), <PlayerLink key="player" {...game.player} />],
          [t("records.machine"), <MachineLink key="machine" {...machine} />],
          [t("records.serial"), <bdi key="serial">{machine.serial}</bdi>],
          [
            t("records.maths"),
            maths === null ? null : (
              <bdi key="maths">
                {t("records.mathsOf", { game: maths.game, share: (maths.returnToPlayer * 100).toFixed(3) })}
              </bdi>
            ),
          ],
          [t("records.begun"), formatMoment(record.startedAt, language, true)],
          [t("records.ended"), formatMoment(record.endedAt, language, true)],
          [
            t("records.session"),
            <RecordLink key="session" to={`/games?session=${encodeURIComponent(game.session.id)}`}>
              <code dir="ltr" className="text-xs">
                {game.session.id}
              </code>
            </RecordLink>,
          ],
        ]}
      />
      <Reels outcome={outcome} />
      <Wins outcome={outcome} />
      <details>
        <summary className="hit cursor-pointer py-1 font-medium print:hidden">{t("records.asWritten")}</summary>
        <RawRecord value={record} />
      </details>
    </Section>
  );
}

function Proof({ game }: { game: GameEvidence }) {
  const t = useT();
  const { chain, hash, previous } = game;
  return (
    <Section title={t("records.proof")} text={t(`records.chain_${chain.state}`, { count: chain.checked })}>
      <Facts
        facts={[
          [
            t("records.check"),
            <Badge key="chain" tone={CHAIN[chain.state]}>
              {t(`records.chainShort_${chain.state}`)}
            </Badge>,
          ],
          [t("records.gameBefore"), game.before === null ? null : <GameLink key="before" id={game.before} />],
          [t("records.gameAfter"), game.after === null ? null : <GameLink key="after" id={game.after} />],
        ]}
      />
      <dl className="flex flex-col gap-2 text-sm">
        {[
          [t("records.hash"), hash],
          [t("records.hashBefore"), previous],
        ].map(([name, value]) =>
          value === null ? null : (
            <div key={name}>
              <dt className="text-muted">{name}</dt>
              <dd>
                <code dir="ltr" className="text-xs wrap-anywhere">
                  {value}
                </code>
              </dd>
            </div>
          ),
        )}
      </dl>
    </Section>
  );
}

export default function GameScreen() {
  const t = useT();
  const { id = "" } = useParams({ strict: false });
  const game = useCall("game", { params: { id } });
  return (
    <Page
      title={t("records.gameTitle", { id })}
      actions={<Button onClick={() => print()}>{t("records.print")}</Button>}
    >
      <Loaded query={game} height="h-96">
        {(found) => (
          <>
            <Outcome game={found} />
            <Section title={t("records.meters")}>
              <Meters before={found.metersBefore} after={found.record.meters} />
            </Section>
            <Section title={t("records.journals")}>
              <Journals journals={found.journals} />
            </Section>
            <Proof game={found} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
