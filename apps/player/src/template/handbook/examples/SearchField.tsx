/** What is typed stays here, and one press clears it. */
import { useState } from "react";
import { SearchField } from "@reelcast/ui";
import { useT } from "../../../i18n/index.ts";

export default function SearchFieldExample() {
  const t = useT();
  const [value, setValue] = useState("");
  return (
    <SearchField
      className="max-w-sm"
      label={t("handbook.exSearch")}
      clearLabel={t("handbook.clear")}
      value={value}
      onChange={setValue}
    />
  );
}
