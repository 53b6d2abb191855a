/** Where a limit is typed: minutes, or an amount in the player's language. */
import { Field } from "@reelcast/ui";
import type { useLimitInput } from "./useLimitInput.ts";

export interface LimitFieldProps {
  input: ReturnType<typeof useLimitInput>;
  text: string;
  onChange: (text: string) => void;
}
export function LimitField({ input, text, onChange }: LimitFieldProps) {
  const { label, hint, inputMode, parse, understoodOf, errorOf } = input;
  const understood = understoodOf(text);
  return (
    <Field
      name="value"
      label={label}
      hint={
        <>
          {hint}
          {understood === null ? null : <span className="block text-text figures">{understood}</span>}
        </>
      }
      value={text}
      onValueChange={onChange}
      validate={(typed) => (parse(String(typed)) === null ? errorOf(String(typed)) : null)}
      inputMode={inputMode}
      autoComplete="off"
      maxLength={24}
    />
  );
}
