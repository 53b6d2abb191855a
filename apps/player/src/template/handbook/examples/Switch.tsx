/** On or off, and in force at once. */
import { useState } from "react";
import { useT } from "../../../i18n/index.ts";
import { PlayIcon, Switch } from "../../../ui/index.ts";

export default function SwitchExample() {
  const t = useT();
  const [on, setOn] = useState(false);
  return <Switch icon={<PlayIcon />} label={t("handbook.exSound")} on={on} onChange={() => setOn(!on)} />;
}
