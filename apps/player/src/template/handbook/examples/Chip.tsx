/** One of a few is chosen. */
import { useState } from "react";
import { Chip } from "@reelcast/ui";
import { useT } from "../../../i18n/index.ts";

const CHOICES = ["exAll", "exFree", "exBusy"] as const;

export default function ChipExample() {
  const t = useT();
  const [chosen, setChosen] = useState<(typeof CHOICES)[number]>("exAll");
  return (
    <div className="flex flex-wrap gap-2">
      {CHOICES.map((choice) => (
        <Chip key={choice} pressed={choice === chosen} onClick={() => setChosen(choice)}>
          {t(`handbook.${choice}`)}
        </Chip>
      ))}
    </div>
  );
}
