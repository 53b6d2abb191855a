/**
 * Asks a player who has no limit of money whether they want one, where the house's rules of play ask for it (RTS 12A). The server
 * says when the question is due, and keeps the answer. It has no way around: the player sets a limit, or says that they want none.
 */
import { useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { readAgain } from "@reelcast/client/reloadQueries";
import { ErrorCode, FINANCIAL_LIMITS, LIMIT_PERIODS } from "@reelcast/contract";
import type { LimitKind, LimitPeriod, Protection } from "@reelcast/contract";
import { Button, Dialog, Form, Select, toast } from "@reelcast/ui";
import { accountCall } from "../../api/account.ts";
import { putAnswer } from "../../api/putAnswer.ts";
import { useT } from "../../i18n/index.ts";
import { useSubmit } from "../../shell/useSubmit.ts";
import { Working } from "../Working.tsx";
import { PROTECTION } from "./query.ts";
import { LimitField } from "./LimitField.tsx";
import { useLimitInput } from "./useLimitInput.ts";

const FORM = "limit-prompt";

interface Choice {
  kind: LimitKind;
  period: LimitPeriod;
}
interface ChoicesProps {
  chosen: Choice;
  onChoose: (chosen: Choice) => void;
}
/** Which limit: its kind, with what it means, and its period. */
function Choices({ chosen, onChoose }: ChoicesProps) {
  const t = useT();
  return (
    <>
      <Select
        label={t("protection.promptKind")}
        value={chosen.kind}
        onChange={(value) => {
          const kind = FINANCIAL_LIMITS.find((one) => one === value);
          if (kind) onChoose({ ...chosen, kind });
        }}
        options={FINANCIAL_LIMITS.map((kind) => ({ value: kind, text: t(`protection.${kind}`) }))}
      />
      <p className="-mt-2 min-h-11 text-sm text-muted">{t(`protection.${chosen.kind}Lead`)}</p>
      <Select
        label={t("protection.promptPeriod")}
        value={chosen.period}
        onChange={(value) => {
          const period = LIMIT_PERIODS.find((one) => one === value);
          if (period) onChoose({ ...chosen, period });
        }}
        options={LIMIT_PERIODS.map((period) => ({ value: period, text: t(`protection.${period}`) }))}
      />
    </>
  );
}

function Question({ onAnswered }: { onAnswered: (protection: Protection) => void }) {
  const t = useT();
  const [chosen, setChosen] = useState<Choice>({ kind: "deposit", period: "month" });
  const [text, setText] = useState("");
  const input = useLimitInput(chosen.kind);
  const { busy, errors, problem, submit } = useSubmit({ [ErrorCode.InvalidRequest]: { field: "value" } });
  const value = input.parse(text);
  const set = () =>
    void submit(async () => {
      if (value === null) return;
      const answer = await accountCall("setLimit", { body: { ...chosen, value } });
      toast.success(t("protection.savedNow"));
      onAnswered(answer);
    });
  const decline = () =>
    void submit(async () => {
      const answer = await accountCall("declineLimitPrompt");
      toast.info(t("protection.promptDeclined"));
      onAnswered(answer);
    });
  return (
    <Dialog
      open
      question
      title={t("protection.promptTitle")}
      description={t("protection.promptLead")}
      actions={
        <>
          <Button disabled={busy} onClick={decline}>
            {t("protection.promptDecline")}
          </Button>
          <Button type="submit" form={FORM} tone="main" busy={busy}>
            {t("protection.promptSet")}
          </Button>
        </>
      }
    >
      <Form
        id={FORM}
        errors={errors}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          set();
        }}
      >
        <Choices chosen={chosen} onChoose={setChosen} />
        <LimitField input={input} text={text} onChange={setText} />
        <p role="alert" className="text-sm text-error empty:hidden">
          {problem}
        </p>
        <Working busy={busy} />
      </Form>
    </Dialog>
  );
}

export default function LimitPrompt() {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: PROTECTION,
    queryFn: ({ signal }) => accountCall("protection", {}, { signal }),
  });
  return data?.limitPrompt === true ? (
    <Question
      onAnswered={(protection) => {
        putAnswer(queries, PROTECTION, protection);
        void readAgain(queries, { queryKey: ["logs"] });
      }}
    />
  ) : null;
}
