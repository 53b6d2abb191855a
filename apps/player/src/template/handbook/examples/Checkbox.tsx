/** Yes or no. */
import { useState } from "react";
import { Checkbox } from "@reelcast/ui";
import { useT } from "../../../i18n/index.ts";

export default function CheckboxExample() {
  const t = useT();
  const [checked, setChecked] = useState(true);
  return <Checkbox name="sound" label={t("handbook.exSound")} checked={checked} onChange={setChecked} />;
}
