/** A field to search with: a lens at its beginning, and a button that clears it at its end. */
import { useRef } from "react";
import { IconButton } from "./Button.tsx";
import { cx } from "./cx.ts";
import { CloseIcon } from "./icons.ts";
import { SearchIcon } from "./icons.ts";

export interface SearchFieldProps {
  label: string;
  clearLabel: string;
  value: string;
  onChange: (value: string) => void;
  maxLength?: number;
  className?: string;
}

export function SearchField({ label, clearLabel, value, onChange, maxLength = 60, className }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={cx("relative", className)}>
      <SearchIcon className="pointer-events-none absolute start-3 top-3 text-muted" />
      <input
        ref={input}
        type="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-label={label}
        placeholder={label}
        maxLength={maxLength}
        className="h-11 w-full rounded-full border border-edge bg-sunken ps-10 pe-11 text-ellipsis outline-none placeholder:text-muted focus:border-gold focus:ring-1 focus:ring-gold [&::-webkit-search-cancel-button]:hidden"
      />
      {value === "" ? null : (
        <IconButton
          label={clearLabel}
          onClick={() => {
            onChange("");
            input.current?.focus();
          }}
          className="absolute end-0 top-0 rounded-full"
        >
          <CloseIcon size={18} />
        </IconButton>
      )}
    </div>
  );
}
