/** Nothing has moved: where the request for a second person is, and until when it waits. */
import { Button, Dialog, useMoney } from "@reelcast/ui";
import type { PaymentRequest } from "@reelcast/contract/console";
import { useT } from "../i18n/index.ts";
import { RecordLink } from "./links.tsx";

/** The bound applies to the amount with what the person has moved before. */
const reasonOf = ({ already, ofAll, because }: PaymentRequest) =>
  because
    ? NEEDS_SECOND[because]
    : already === 0
      ? "records.requestedAbove"
      : ofAll
        ? "records.requestedWithAll"
        : "records.requestedWith";

/** Of what needs a second person whatever the amount. */
export const NEEDS_SECOND = { aboveDue: "records.needsAboveDue", nobodys: "records.needsNobodys" } as const;

export interface RequestedDialogProps {
  /** Of an earlier request with the same key only the number is known. */
  answer: PaymentRequest | Pick<PaymentRequest, "request">;
  onClose: () => void;
}
export default function RequestedDialog({ answer, onClose }: RequestedDialogProps) {
  const t = useT();
  const money = useMoney();
  const { request } = answer;
  return (
    <Dialog
      open
      question
      title={t("records.requestedTitle")}
      description={
        "above" in answer
          ? `${t(reasonOf(answer), { above: money(answer.above), already: money(answer.already) })} ${t(
              "records.requestedText",
              { minutes: answer.minutes },
            )}`
          : t("records.requestedBefore")
      }
      actions={
        <Button tone="main" onClick={onClose}>
          {t("shell.close")}
        </Button>
      }
    >
      <RecordLink to={`/approvals/${request}`} permission="player.view" strong>
        {t("records.approvalTitle", { id: request })}
      </RecordLink>
    </Dialog>
  );
}
