/** One out of a few, by the browser's own control. */
import { useState } from "react";
import { Select } from "@reelcast/ui";
import { useT } from "../../../i18n/index.ts";

export default function SelectExample() {
  const t = useT();
  const [period, setPeriod] = useState("day");
  return (
    <Select
      className="max-w-sm"
      label={t("handbook.exPeriod")}
      value={period}
      onChange={setPeriod}
      options={[
        { value: "day", text: t("handbook.exDay") },
        { value: "week", text: t("handbook.exWeek") },
      ]}
    />
  );
}
