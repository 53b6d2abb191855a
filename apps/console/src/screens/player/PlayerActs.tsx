/** What can be done with a player: money in a form of its own, the rest after a question that says what will happen. */
import { useState } from "react";
import type { ReactNode } from "react";
import type { PlayerRecord } from "@reelcast/contract/console";
import { BREAK_DAYS, EXCLUSION_MONTHS } from "@reelcast/contract";
import { Button, Dialog, Select, toast } from "@reelcast/ui";
import { call } from "../../api/index.ts";
import { useReload } from "../../api/queries.ts";
import { useT } from "../../i18n/index.ts";
import { useMay } from "../../session/me.ts";
import { Confirm } from "../../shell/Confirm.tsx";
import { CopyText } from "../../shell/CopyText.tsx";
import { LimitDialog } from "./LimitDialog.tsx";
import { BirthField, parseBirth } from "./BirthField.tsx";
import { PaymentDialog } from "./PaymentDialog.tsx";

const ACTS = {
  credit: "player.credit",
  correct: "player.correct",
  ban: "player.ban",
  unban: "player.ban",
  logout: "player.access",
  pin: "player.access",
  password: "player.access",
  limit: "player.protect",
  break: "player.protect",
  exclude: "player.protect",
  verify: "player.protect",
  unverify: "player.protect",
} as const;
type Act = keyof typeof ACTS;
/** Those with a form of their own. */
type OwnForm = "credit" | "correct" | "limit";

function Password({ password, onClose }: { password: string; onClose: () => void }) {
  const t = useT();
  return (
    <Dialog
      open
      question
      title={t("records.newPassword")}
      description={t("records.newPasswordText")}
      actions={
        <Button tone="main" onClick={onClose}>
          {t("shell.close")}
        </Button>
      }
    >
      <CopyText text={password} label={t("shell.copy")} />
    </Dialog>
  );
}

interface SpanProps {
  label: string;
  all: readonly number[];
  value: string;
  onChange: (next: string) => void;
  words: "records.days" | "records.months";
}
/** How long somebody stays away. */
function Span({ label, all, value, onChange, words }: SpanProps) {
  const t = useT();
  const options = all.map((count) => ({ value: String(count), text: t(words, { count }) }));
  return <Select label={label} value={value} onChange={onChange} options={options} />;
}

interface ActProps {
  player: PlayerRecord;
  act: Exclude<Act, OwnForm>;
  onClose: () => void;
  onPassword: (password: string) => void;
}
interface What {
  effects: ReactNode[];
  run: (why: string) => Promise<unknown>;
}
function useAge(player: PlayerRecord): Record<"verify" | "unverify", What> {
  const t = useT();
  const [born, setBorn] = useState("");
  const params = { id: player.id };
  return {
    verify: {
      effects: [
        <BirthField key="born" value={born} onChange={setBorn} known={player.age.bornOn} />,
        t(player.age.isRequired ? "records.verifyEffect" : "records.verifyEffectLater"),
        t("records.verifyStakes"),
      ],
      run: (why) => {
        const bornOn = parseBirth(born);
        return call("verifyPlayerAge", { params, body: { why, ...(bornOn === null ? {} : { bornOn }) } });
      },
    },
    unverify: {
      effects: [
        t(player.age.isRequired ? "records.unverifyEffect" : "records.unverifyEffectLater"),
        ...(player.seat === null ? [] : [t("records.unverifySeated")]),
        t("records.unverifyKeeps"),
      ],
      run: (why) => call("unverifyPlayerAge", { params, body: { why } }),
    },
  };
}
/** What each act will do, one sentence each, and how it is carried out. */
function useWhat(player: PlayerRecord, onPassword: (password: string) => void): Record<ActProps["act"], What> {
  const t = useT();
  const [days, setDays] = useState(String(BREAK_DAYS[0]));
  const [months, setMonths] = useState(String(EXCLUSION_MONTHS[0]));
  const params = { id: player.id };
  const seated = player.seat === null ? [] : [t("records.paidOut")];
  return {
    ban: {
      effects: [t("records.banEffect"), t("records.loginsEnd"), ...seated],
      run: (why) => call("banPlayer", { params, body: { why } }),
    },
    unban: { effects: [t("records.unbanEffect")], run: (why) => call("unbanPlayer", { params, body: { why } }) },
    logout: {
      effects: [t("records.loginsEnd"), t("records.logoutEffect")],
      run: (why) => call("endPlayerLogins", { params, body: { why } }),
    },
    pin: {
      effects: [t("records.pinEffect"), t("records.loginsEnd")],
      run: (why) => call("resetPlayerPin", { params, body: { why } }),
    },
    password: {
      effects: [t("records.passwordEffect"), t("records.loginsEnd")],
      run: async (why) => onPassword((await call("resetPlayerPassword", { params, body: { why } })).password),
    },
    break: {
      effects: [
        <Span
          key="span"
          label={t("records.breakFor")}
          all={BREAK_DAYS}
          value={days}
          onChange={setDays}
          words="records.days"
        />,
        t("records.awayEffect"),
        t("records.neverShorter"),
        ...seated,
      ],
      run: (why) =>
        call("breakPlayer", {
          params,
          body: { days: BREAK_DAYS.find((one) => String(one) === days) ?? BREAK_DAYS[0], why },
        }),
    },
    exclude: {
      effects: [
        <Span
          key="span"
          label={t("records.excludeFor")}
          all={EXCLUSION_MONTHS}
          value={months}
          onChange={setMonths}
          words="records.months"
        />,
        t("records.awayEffect"),
        t("records.neverShorter"),
        ...seated,
      ],
      run: (why) =>
        call("excludePlayer", {
          params,
          body: { months: EXCLUSION_MONTHS.find((one) => String(one) === months) ?? EXCLUSION_MONTHS[0], why },
        }),
    },
    ...useAge(player),
  };
}

function ActDialog({ player, act, onClose, onPassword }: ActProps) {
  const t = useT();
  const reload = useReload();
  const what = useWhat(player, onPassword)[act];
  const name = player.username;
  return (
    <Confirm
      title={t(`records.${act}Title`, { name })}
      effects={what.effects}
      action={t(`records.${act}`)}
      reason="required"
      tone={act === "unban" || act === "verify" ? "main" : "danger"}
      onClose={onClose}
      run={async (why) => {
        await what.run(why);
        toast.success(t("records.actDone", { act: t(`records.${act}`), name }));
        await reload("player", "players", "playerActs", "playerLog");
      }}
    />
  );
}

export function PlayerActs({ player }: { player: PlayerRecord }) {
  const t = useT();
  const may = useMay();
  const [act, setAct] = useState<Act | null>(null);
  const [password, setPassword] = useState<string | null>(null);
  const senseless: readonly Act[] = [
    player.bannedAt === null ? "unban" : "ban",
    // Verified again, the date of birth can be corrected.
    ...(player.age.verifiedAt === null ? (["unverify"] as const) : []),
  ];
  const shown = (Object.keys(ACTS) as Act[]).filter((one) => may(ACTS[one]) && !senseless.includes(one));
  const others = shown.filter((one) => one !== "credit" && one !== "correct");
  const close = () => setAct(null);
  return (
    <>
      {others.length === 0 ? null : (
        <Select
          label={t("records.moreActs")}
          inline
          value=""
          onChange={(next) => setAct(others.find((one) => one === next) ?? null)}
          options={[
            { value: "", text: t("records.chooseAct") },
            ...others.map((one) => ({ value: one, text: t(`records.${one}`) })),
          ]}
        />
      )}
      {shown.includes("correct") ? <Button onClick={() => setAct("correct")}>{t("records.correct")}</Button> : null}
      {shown.includes("credit") ? (
        <Button tone="main" onClick={() => setAct("credit")}>
          {t("records.credit")}
        </Button>
      ) : null}
      {act === "credit" || act === "correct" ? (
        <PaymentDialog key={act} player={player} act={act} onClose={close} />
      ) : null}
      {act === "limit" ? <LimitDialog player={player} onClose={close} /> : null}
      {act === null || act === "credit" || act === "correct" || act === "limit" ? null : (
        <ActDialog player={player} act={act} onClose={close} onPassword={setPassword} />
      )}
      {password === null ? null : <Password password={password} onClose={() => setPassword(null)} />}
    </>
  );
}
