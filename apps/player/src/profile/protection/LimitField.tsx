/** Where a limit is typed: minutes, or an amount in the player's language. */
import { Field } from "@reelcast/ui";
import type { useLimitInput } from "./useLimitInput.ts";

export interface LimitFieldProps {
  input: ReturnType<typeof useLimitInput>;
  text: string;
  onChange: (text: string) => void;
}
export function LimitField({ input: { label, hint, inputMode, parse, errorOf }, text, onChange }: LimitFieldProps) {
  return (
    <Field
      name="value"
      label={label}
      hint={hint}
      value={text}
      onValueChange={onChange}
      validate={(typed) => (parse(String(typed)) === null ? errorOf(String(typed)) : null)}
      inputMode={inputMode}
      autoComplete="off"
      maxLength={24}
    />
  );
}
