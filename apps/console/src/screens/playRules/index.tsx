/** The rules of play: what is in force, another choice, what it would change, and the choices before. */
import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import type { PlayRules, PlayRulesSetting } from "@reelcast/contract";
import type { PlayRulesState, PlayRulesVersion } from "@reelcast/contract/console";
import { Button, Form, Select, toast } from "@reelcast/ui";
import { call } from "../../api/index.ts";
import { callQuery, useReload } from "../../api/queries.ts";
import { formatMoment, useLanguage, useT } from "../../i18n/index.ts";
import { useSend } from "../../session/useSend.ts";
import { Confirm } from "../../shell/Confirm.tsx";
import { Loaded } from "../../shell/Loaded.tsx";
import { Page, Section } from "../../shell/Page.tsx";
import { Problem } from "../../shell/Problem.tsx";
import { PROFILE_NAMES, RULES, draftOf, problemOf, settingOf, withProfile } from "./draft.ts";
import type { Draft, RuleName } from "./draft.ts";
import { History } from "./History.tsx";
import { Retention } from "./Retention.tsx";
import { RuleRow } from "./RuleRow.tsx";
import { useRuleWords } from "./words.ts";

/** Changes come from other members, from the command line and from files. */
const LOOK_EVERY_MS = 5_000;

interface Wanted {
  setting: PlayRulesSetting;
  /** What would be in force, as the server says. */
  rules: PlayRules;
}

interface ReviewProps {
  base: PlayRulesState;
  wanted: Wanted;
  onSaved: () => void;
  onClose: () => void;
}
/** What will change, before it is confirmed with a reason. */
function Review({ base, wanted, onSaved, onClose }: ReviewProps) {
  const t = useT();
  const reload = useReload();
  const words = useRuleWords();
  const changes = words.changes(base.rules, wanted.rules);
  const [before, after] = [base.setting, wanted.setting].map((setting) => words.setting(setting, base.profiles));
  return (
    <Confirm
      title={t("playRules.confirmTitle")}
      effects={[
        t("playRules.choiceBefore", { choice: before ?? "" }),
        t("playRules.choiceAfter", { choice: after ?? "" }),
        ...(changes.length === 0 ? [t("playRules.sameRules")] : changes),
        t("playRules.effect"),
      ]}
      action={t("playRules.save")}
      tone="main"
      reason="required"
      onClose={onClose}
      run={async (why) => {
        try {
          await call("changePlayRules", { body: { seen: base.version, setting: wanted.setting, why } });
          toast.success(t("playRules.saved"));
          onSaved();
        } finally {
          // Also after a refusal: somebody else may have changed them.
          await reload("playRules", "playRulesHistory");
        }
      }}
    />
  );
}

interface ChoiceProps {
  state: PlayRulesState;
  draft: Draft;
  onDraft: (draft: Draft) => void;
}
function ProfileChoice({ state, draft, onDraft }: ChoiceProps) {
  const t = useT();
  const language = useLanguage();
  const [dropped, setDropped] = useState<readonly RuleName[]>([]);
  return (
    <Section title={t("playRules.profile")} text={t("playRules.profileText")}>
      <Select
        label={t("playRules.profileLabel")}
        value={draft.profile}
        onChange={(value) => {
          const profile = PROFILE_NAMES.find((name) => name === value);
          if (!profile) return;
          const moved = withProfile(draft, profile, language);
          setDropped(moved.dropped);
          onDraft(moved.draft);
        }}
        options={PROFILE_NAMES.filter((name) => name in state.profiles).map((name) => ({
          value: name,
          text: t(`playRules.profile_${name}`),
        }))}
        className="max-w-md"
      />
      <p className="max-w-2xl">{t(`playRules.about_${draft.profile}`)}</p>
      <p role="status" className="text-sm text-muted empty:hidden">
        {dropped.length === 0
          ? null
          : t("playRules.dropped", { rules: dropped.map((rule) => t(`playRules.name_${rule}`)).join(" · ") })}
      </p>
    </Section>
  );
}

interface StaleProps {
  by: string;
  onKeep: () => void;
  onDrop: () => void;
}
/** Somebody else has changed the rules while this choice was made. */
function Stale({ by, onKeep, onDrop }: StaleProps) {
  const t = useT();
  return (
    <section role="alert" className="card flex flex-col gap-3 border-gold p-5">
      <h2 className="font-semibold">{t("playRules.stale", { name: by })}</h2>
      <p className="text-sm">{t("playRules.staleText")}</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onKeep}>{t("playRules.staleKeep")}</Button>
        <Button onClick={onDrop}>{t("playRules.staleDrop")}</Button>
      </div>
    </section>
  );
}

/** What is being chosen, from which version it was made, and whether somebody else has changed that one meanwhile. */
function useChoice(state: PlayRulesState) {
  const language = useLanguage();
  const { profiles } = state;
  const [base, setBase] = useState(state);
  const [draft, setDraft] = useState(() => draftOf(state.setting, profiles, language));
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const { busy, problem, send } = useSend();
  const setting = settingOf(draft, profiles, language);
  const known = settingOf(draftOf(base.setting, profiles, language), profiles, language);
  const isChanged =
    JSON.stringify(setting) !== JSON.stringify(known) ||
    RULES.some((rule) => problemOf(draft, rule, language) !== null);
  const isOther = state.version !== base.version;
  const take = () => {
    setBase(state);
    setDraft(draftOf(state.setting, profiles, language));
  };
  // Nothing was chosen here yet: the new rules are shown.
  if (isOther && !isChanged && wanted === null) take();
  const review = (of: PlayRulesSetting) =>
    void send(async () => {
      const { rules } = await call("previewPlayRules", { body: { setting: of } });
      setWanted({ setting: of, rules });
    });
  return {
    base,
    draft,
    setDraft,
    wanted,
    close: () => setWanted(null),
    busy,
    problem,
    isChanged,
    isOther,
    take,
    /** The choice stays, and is one for the newest version from now on. */
    keep: () => setBase(state),
    review: () => review(setting),
    backTo: (earlier: PlayRulesSetting) => {
      const back = draftOf(earlier, profiles, language);
      setBase(state);
      setDraft(back);
      review(settingOf(back, profiles, language));
    },
    /** The draft is in force now: the next answer is taken over. */
    saved: (is: PlayRulesSetting) => {
      setBase({ ...base, setting: is });
      setWanted(null);
    },
  };
}
type Choice = ReturnType<typeof useChoice>;

function ChoiceForm({ state, choice }: { state: PlayRulesState; choice: Choice }) {
  const t = useT();
  const { draft, setDraft, isChanged, isOther } = choice;
  return (
    <Form className="flex flex-col gap-5" onFormSubmit={choice.review}>
      <ProfileChoice state={state} draft={draft} onDraft={setDraft} />
      <Section title={t("playRules.rules")} text={t("playRules.rulesText")}>
        <ul className="flex flex-col divide-y divide-line">
          {RULES.map((rule) => (
            <RuleRow
              key={rule}
              rule={rule}
              draft={draft}
              profiles={state.profiles}
              onChange={(typed) => {
                const { [rule]: _, ...rest } = draft.own;
                setDraft({ ...draft, own: typed === undefined ? rest : { ...rest, [rule]: typed } });
              }}
            />
          ))}
        </ul>
      </Section>
      <Problem text={choice.problem} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" tone="main" busy={choice.busy} disabled={!isChanged || isOther}>
          {t("playRules.review")}
        </Button>
        <Button disabled={!isChanged} onClick={choice.take}>
          {t("playRules.undo")}
        </Button>
        {isChanged ? null : <p className="text-sm text-muted">{t("playRules.unchanged")}</p>}
      </div>
    </Form>
  );
}

interface ReplaceProps {
  /** Of the version that is to be shown. */
  at: string;
  onReplace: () => void;
  onClose: () => void;
}
/** An earlier version takes the place of what was chosen here and is not saved. */
function Replace({ at, onReplace, onClose }: ReplaceProps) {
  const t = useT();
  const language = useLanguage();
  return (
    <Confirm
      title={t("playRules.replaceTitle")}
      effects={[t("playRules.replaceEffect"), t("playRules.replaceBack", { at: formatMoment(at, language) })]}
      action={t("playRules.replaceAction")}
      run={async () => onReplace()}
      onClose={onClose}
    />
  );
}

function Editor({ state }: { state: PlayRulesState }) {
  const t = useT();
  const language = useLanguage();
  const choice = useChoice(state);
  const { base, wanted } = choice;
  const [back, setBack] = useState<Pick<PlayRulesVersion, "setting" | "at"> | null>(null);
  return (
    <>
      <p className="text-sm text-muted">
        {state.at === null
          ? t("playRules.never")
          : t("playRules.since", { at: formatMoment(state.at, language), name: state.by ?? "" })}
      </p>
      {choice.isOther && choice.isChanged ? (
        <Stale by={state.by ?? ""} onKeep={choice.keep} onDrop={choice.take} />
      ) : null}
      <ChoiceForm state={state} choice={choice} />
      <History
        profiles={state.profiles}
        version={state.version}
        onBack={(earlier) => (choice.isChanged ? setBack(earlier) : choice.backTo(earlier.setting))}
      />
      <Retention state={state} />
      {back === null ? null : (
        <Replace at={back.at} onReplace={() => choice.backTo(back.setting)} onClose={() => setBack(null)} />
      )}
      {wanted === null ? null : (
        <Review base={base} wanted={wanted} onSaved={() => choice.saved(wanted.setting)} onClose={choice.close} />
      )}
    </>
  );
}

export default function PlayRulesScreen() {
  const t = useT();
  const query = useQuery({ ...callQuery("playRules"), refetchInterval: LOOK_EVERY_MS });
  return (
    <Page title={t("playRules.title")} text={t("playRules.text")}>
      <Loaded query={query} height="h-96">
        {(state) => <Editor state={state} />}
      </Loaded>
    </Page>
  );
}
