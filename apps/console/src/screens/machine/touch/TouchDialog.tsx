/** Where a machine's controls are in the picture of its camera: drawn with a pointer, or typed. */
import type { MachineRecord } from "@reelcast/contract/console";
import { Button, Dialog, PlusIcon } from "@reelcast/ui";
import { call } from "../../../api/index.ts";
import { Picture } from "../../../floor/Picture.tsx";
import { useT } from "../../../i18n/index.ts";
import { useCarryOut } from "../../../records/useCarryOut.ts";
import { useMay } from "../../../session/me.ts";
import { useSend } from "../../../session/useSend.ts";
import { Problem } from "../../../shell/Problem.tsx";
import { AreaPicture } from "./AreaPicture.tsx";
import { AreaRow } from "./AreaRow.tsx";
import type { Box } from "./areas.ts";
import { useAreas } from "./useAreas.ts";

/** What the keyboard adds, in the middle of the picture. */
const NEW: Box = { x: 0.45, y: 0.45, width: 0.1, height: 0.1 };

export interface TouchDialogProps {
  record: MachineRecord;
  onClose: () => void;
}
export default function TouchDialog({ record: { id, name, image, touchAreas, live }, onClose }: TouchDialogProps) {
  const t = useT();
  const carryOut = useCarryOut();
  const { busy, problem, send } = useSend();
  const mayWatch = useMay()("machine.watch");
  const controls = live?.controls ?? [];
  const { areas, chosen, mayAdd, choose, change, add, remove } = useAreas(
    touchAreas,
    controls.map((control) => control.id),
  );
  const nameOf = (control: string) => {
    const label = controls.find((one) => one.id === control)?.label ?? "";
    return label === "" || label.toLowerCase() === control ? label || control : `${label} (${control})`;
  };
  const save = async () => {
    const body = { areas: [...areas] };
    await carryOut(call("setTouchAreas", { params: { id: String(id) }, body }), t("machine.touchSaved"));
    onClose();
  };
  return (
    <Dialog
      open
      question
      width={860}
      {...(!busy && { onClose })}
      title={t("machine.touchTitle", { name })}
      description={t("machine.touchText")}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t("shell.cancel")}
          </Button>
          <Button tone="main" busy={busy} onClick={() => void send(save)}>
            {t("machine.touchSave")}
          </Button>
        </>
      }
    >
      <AreaPicture areas={areas} nameOf={nameOf} chosen={chosen} onChoose={choose} onChange={change} onDraw={add}>
        <Picture machine={{ id, image }} live={mayWatch} />
      </AreaPicture>
      <ul className="flex flex-col gap-2" aria-label={t("machine.touchList")}>
        {areas.map((area, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- an area has no name of its own
          <li key={at}>
            <AreaRow
              number={at + 1}
              area={area}
              controls={controls}
              nameOf={nameOf}
              onChange={(part) => change(at, part)}
              onRemove={() => remove(at)}
            />
          </li>
        ))}
      </ul>
      {areas.length === 0 ? <p className="text-sm text-muted">{t("machine.touchNone")}</p> : null}
      <Button icon={<PlusIcon size={18} />} disabled={!mayAdd} onClick={() => add(NEW)} className="self-start">
        {t("machine.touchAdd")}
      </Button>
      <Problem text={problem} />
    </Dialog>
  );
}
