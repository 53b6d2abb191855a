/** Asks before an act that can't be taken back, or that ends something for somebody: says what will happen. */
import { useState } from "react";
import type { ReactNode } from "react";
import { MAX_WHY } from "@reelcast/contract/console";
import { Button, Dialog, Field, Form } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import { useSend } from "../session/useSend.ts";
import { Problem } from "./Problem.tsx";

export interface ConfirmProps {
  title: string;
  /** What will happen, one sentence each. */
  effects: readonly ReactNode[];
  /** The verb on the button. */
  action: string;
  /** Absent: no reason is asked for. It goes into the audit log. */
  reason?: "optional" | "required";
  /** Carries it out. Rejected, the refusal is shown here and the question stays; false: it stays too. @param why "" for none */
  run: (why: string) => Promise<unknown>;
  onClose: () => void;
  /** Harmless acts have a plain button. */
  tone?: "danger" | "main";
}

const FORM = "confirm";

export function Confirm({ title, effects, action, reason, run, onClose, tone = "danger" }: ConfirmProps) {
  const t = useT();
  const { busy, problem, send } = useSend();
  const [why, setWhy] = useState("");
  return (
    <Dialog
      open
      question
      {...(!busy && { onClose })}
      title={title}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t("shell.cancel")}
          </Button>
          <Button type="submit" form={FORM} tone={tone} busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      <Form
        id={FORM}
        onFormSubmit={() =>
          void send(async () => {
            if ((await run(why.trim())) !== false) onClose();
          })
        }
        className="flex flex-col gap-4"
      >
        <ul className="flex list-disc flex-col gap-1.5 ps-5 marker:text-muted">
          {effects.map((effect, n) => (
            // oxlint-disable-next-line react/no-array-index-key -- fixed sentences
            <li key={n}>{effect}</li>
          ))}
        </ul>
        {reason === undefined ? null : (
          <Field
            name="why"
            label={t(reason === "required" ? "shell.why" : "shell.whyOptional")}
            hint={t("shell.whyHint")}
            value={why}
            onValueChange={setWhy}
            required={reason === "required"}
            maxLength={MAX_WHY}
            autoComplete="off"
            messages={{ valueMissing: t("shell.required") }}
          />
        )}
        <Problem text={problem} />
      </Form>
    </Dialog>
  );
}
