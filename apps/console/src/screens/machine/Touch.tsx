/** Whether players may touch the machine in its picture: where an operator has drawn its controls, or where its driver says. */
import { Suspense, useState } from "react";
import type { MachineRecord } from "@reelcast/contract/console";
import { permissionsOf } from "@reelcast/contract/console";
import { Button } from "@reelcast/ui";
import { useT } from "../../i18n/index.ts";
import { lazyPart } from "../../i18n/lazyPart.ts";
import { useMe } from "../../session/me.ts";
import { Section } from "../../shell/Page.tsx";

const TouchDialog = lazyPart(() => import("./touch/TouchDialog.tsx"), "machine");

export function Touch({ record }: { record: MachineRecord }) {
  const t = useT();
  const me = useMe();
  const [open, setOpen] = useState(false);
  const { live, video, touchAreas, retiredAt } = record;
  if (retiredAt !== null || (video !== "camera" && touchAreas.length === 0)) return null;
  const withoutAreas = live?.areDescribed === true ? t("machine.touchDescribed") : t("machine.touchEmpty");
  const mayDraw = permissionsOf(me.roles).includes("machine.operate");
  return (
    <Section
      title={t("machine.touchSection")}
      text={touchAreas.length > 0 ? t("machine.touchCount", { count: touchAreas.length }) : withoutAreas}
      actions={
        mayDraw ? (
          <Button
            disabled={(live?.controls?.length ?? 0) === 0}
            title={live === null ? t("machine.touchOffline") : undefined}
            onClick={() => setOpen(true)}
          >
            {t("machine.touchDraw")}
          </Button>
        ) : undefined
      }
    >
      {open ? (
        <Suspense>
          <TouchDialog record={record} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </Section>
  );
}
