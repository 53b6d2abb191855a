/** Chooses the form of a CSV file: with commas or with semicolons. */
import { CSV_SEPARATORS } from "@reelcast/contract";
import type { CsvSeparator } from "@reelcast/contract";
import { Select } from "./Select.tsx";

export interface CsvFormatSelectProps {
  /** For screen readers. */
  label: string;
  value: CsvSeparator;
  onChange: (value: CsvSeparator) => void;
  textOf: (value: CsvSeparator) => string;
}

export function CsvFormatSelect({ label, value, onChange, textOf }: CsvFormatSelectProps) {
  return (
    <Select
      label={<span className="sr-only">{label}</span>}
      value={value}
      onChange={(chosen) => onChange(chosen === "comma" ? "comma" : "semicolon")}
      options={CSV_SEPARATORS.map((separator) => ({ value: separator, text: textOf(separator) }))}
    />
  );
}
