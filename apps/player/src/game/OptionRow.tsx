/** Rows of the game's options: switches, and what leads somewhere: to a sheet, to the chat, or to a page in a new tab, so that the seat stays here. */
import type { ReactNode } from "react";
import { OutsideIcon, Switch } from "@reelcast/ui";
import type { SwitchProps } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";

/** As high as a switch, whose row looks the same. */
const ROW = "flex min-h-13 items-center gap-3 rounded-md px-2 text-start text-[.9375rem] hover:bg-lifted";

interface RowProps {
  icon: ReactNode;
  children: string;
}

/** One entry of the list. */
export function Option({ children }: { children: ReactNode }) {
  return <li className="grid empty:hidden">{children}</li>;
}

/** @param note below the switch, in small letters */
export function SwitchRow({ note, ...rest }: SwitchProps & { note?: string }) {
  return (
    <Option>
      <Switch {...rest} />
      {note === undefined ? null : <p className="px-2 pb-2 text-sm text-muted">{note}</p>}
    </Option>
  );
}

export function PageRow({ href, icon, children }: RowProps & { href: string }) {
  const t = useT();
  return (
    <Option>
      <a href={href} target="_blank" rel="noopener noreferrer" className={ROW}>
        <span className="text-muted">{icon}</span>
        <span className="grow">{children}</span>
        <OutsideIcon size={16} className="shrink-0 text-muted rtl:-scale-x-100" aria-hidden="true" />
        <span className="sr-only">{t("gameParts.newTab")}</span>
      </a>
    </Option>
  );
}

/** @param onClick may be that of an entry with a dialog of its own */
export function ActionRow({
  icon,
  children,
  ...press
}: RowProps & { onClick: () => void; "aria-haspopup"?: "dialog" }) {
  return (
    <button type="button" {...press} className={ROW}>
      <span className="text-muted">{icon}</span>
      <span className="grow">{children}</span>
    </button>
  );
}
