/** The form of a file for spreadsheets, at its download. */
import { useState } from "react";
import type { CsvSeparator } from "@reelcast/contract";
import { CsvFormatSelect } from "@reelcast/ui";
import { useT } from "../../../i18n/index.ts";

export default function CsvFormatSelectExample() {
  const t = useT();
  const [separator, setSeparator] = useState<CsvSeparator>("comma");
  return (
    <CsvFormatSelect
      label={t("handbook.exCsvFormat")}
      value={separator}
      onChange={setSeparator}
      textOf={(one) => t(one === "comma" ? "handbook.exCsvComma" : "handbook.exCsvSemicolon")}
    />
  );
}
