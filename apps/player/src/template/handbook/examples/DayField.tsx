/** A day of the calendar, up to a last one. */
import { useState } from "react";
import { DayField } from "@reelcast/ui";
import { useT } from "../../../i18n/index.ts";

export default function DayFieldExample() {
  const t = useT();
  const [day, setDay] = useState("");
  return <DayField className="max-w-sm" label={t("handbook.exFrom")} value={day} onChange={setDay} max="2030-12-31" />;
}
