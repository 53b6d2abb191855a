/** On or off, and in force at once. */
import { useState } from "react";
import { PlayIcon, Switch } from "@reelcast/ui";
import { useT } from "../../../i18n/index.ts";

export default function SwitchExample() {
  const t = useT();
  const [on, setOn] = useState(false);
  return <Switch icon={<PlayIcon />} label={t("handbook.exSound")} on={on} onChange={() => setOn(!on)} />;
}
