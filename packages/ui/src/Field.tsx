/** Form parts. Rules are checked when a field loses the focus; a server's errors are passed by `Form`'s `errors`, by field name. */
import { Field as BaseField } from "@base-ui/react/field";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";
import { CheckIcon } from "./icons.ts";

export { Form } from "@base-ui/react/form";

export interface FieldProps extends Omit<ComponentProps<typeof BaseField.Control>, "className" | "name"> {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  /** Texts by broken rule. A server's error is shown as it is. */
  messages?: Partial<Record<"valueMissing" | "tooShort" | "typeMismatch" | "patternMismatch", string>>;
  validate?: ComponentProps<typeof BaseField.Root>["validate"];
  /** At the end of the field, e.g. a button that shows the password. */
  after?: ReactNode;
}

export function Field({ name, label, hint, messages = {}, validate, after, ...control }: FieldProps) {
  return (
    <BaseField.Root
      name={name}
      validationMode="onBlur"
      {...(validate && { validate })}
      className="flex flex-col gap-1.5"
    >
      <BaseField.Label className="text-sm font-medium text-muted">{label}</BaseField.Label>
      <div className="relative">
        <BaseField.Control
          {...control}
          className={cx(
            "h-12 w-full rounded-md border border-edge bg-sunken px-3.5 text-base text-text transition-[border-color] outline-none placeholder:text-muted focus:border-gold focus:ring-1 focus:ring-gold data-invalid:border-error data-invalid:focus:ring-error",
            after !== undefined && "pe-12",
          )}
        />
        {after === undefined ? null : <div className="absolute end-0.5 top-0.5">{after}</div>}
      </div>
      {hint === undefined ? null : <BaseField.Description className="text-sm text-muted">{hint}</BaseField.Description>}
      {Object.entries(messages).map(([rule, message]) => (
        <BaseField.Error key={rule} match={rule as keyof typeof messages} className={ERROR}>
          {message}
        </BaseField.Error>
      ))}
      <BaseField.Validity>
        {({ validity }) =>
          // Matched to a rule it would leave out the server's error.
          Object.keys(messages).some((rule) => validity[rule as keyof typeof validity]) ? null : (
            <BaseField.Error className={ERROR} />
          )
        }
      </BaseField.Validity>
    </BaseField.Root>
  );
}
const ERROR = "text-sm text-error";

export interface CheckboxProps {
  name: string;
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** It must be ticked; said where it is not. */
  missing?: string;
}

export function Checkbox({ name, label, checked, onChange, missing }: CheckboxProps) {
  return (
    <BaseField.Root name={name}>
      <BaseField.Label className="flex min-h-11 w-fit items-center gap-3 text-[.9375rem]">
        <span className="relative grid size-6 shrink-0 place-items-center">
          <BaseField.Control
            type="checkbox"
            checked={checked}
            onChange={(event) => onChange(event.currentTarget.checked)}
            required={missing !== undefined}
            className="peer size-6 appearance-none rounded-sm border border-edge bg-sunken transition-colors checked:border-gold checked:bg-gold"
          />
          <CheckIcon
            size={18}
            strokeWidth={2.5}
            className="pointer-events-none absolute hidden text-on-gold peer-checked:block"
          />
        </span>
        {label}
      </BaseField.Label>
      <BaseField.Error match="valueMissing" className={ERROR}>
        {missing}
      </BaseField.Error>
    </BaseField.Root>
  );
}
