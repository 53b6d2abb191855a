/** Settles the machine: what it shows and what the ledger has decide how much may be paid, and the person says the rest. */
import { useEffect } from "react";
import type { LiveMachine, MachineRecord } from "@reelcast/contract/console";
import { Dialog } from "@reelcast/ui";
import { useReload } from "../../api/queries.ts";
import { useT } from "../../i18n/index.ts";
import { SettleForm } from "../../records/SettleForm.tsx";

export interface SettleDialogProps {
  record: MachineRecord & { live: LiveMachine | null };
  onClose: () => void;
}
export default function SettleDialog({ record, onClose }: SettleDialogProps) {
  const t = useT();
  const reload = useReload();
  const { id, name, settlement, live } = record;
  useEffect(() => {
    // The amounts may be some minutes old.
    void reload("machine");
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it is opened
  }, []);
  return (
    <Dialog open onClose={onClose} closeLabel={t("shell.close")} title={t("machine.ask_settle", { name })}>
      <SettleForm
        machine={{ id, name }}
        due={settlement.due}
        most={Math.max(settlement.due, live?.meters?.credit ?? 0)}
        player={settlement.player}
        onDone={onClose}
      />
    </Dialog>
  );
}
