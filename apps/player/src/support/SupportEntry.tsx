/** The one entry to support: a button that opens a dialog with all ways to reach a person. */
import { Suspense, useState } from "react";
import { Button, HeadsetIcon, cx, useOnceTrue } from "@reelcast/ui";
import { useSettings } from "../api/useSettings.ts";
import { useT } from "../i18n/index.ts";
import { lazyPart } from "../i18n/lazyPart.ts";
import { hasSupport } from "./ways.ts";

const SupportDialog = lazyPart(() => import("./SupportDialog.tsx"), "support");

export interface SupportEntryProps {
  /** A line of a menu, a row of the game's options, or a button among others. */
  look?: "line" | "row" | "button";
  /** Opens the chat with the house's own desk, where there is a place for it: one more way. */
  onDesk?: () => void;
  /** Opens the dialog where it outlasts this entry, see `SupportWays`; by default the entry has its own. */
  onOpen?: () => void;
  className?: string;
}

export interface SupportWaysProps extends Pick<SupportEntryProps, "onDesk"> {
  open: boolean;
  onClose: () => void;
}

/** The dialog with all ways, fetched when it is first opened. */
export function SupportWays({ open, onClose, onDesk }: SupportWaysProps) {
  const opened = useOnceTrue(open);
  return <Suspense>{opened ? <SupportDialog open={open} onClose={onClose} onDesk={onDesk} /> : null}</Suspense>;
}

const ENTRY = "items-center rounded-md text-start text-[.9375rem] hover:bg-lifted";
const LOOKS = {
  line: `hit my-0.5 pointer-fine:my-0 flex min-h-10 gap-2 px-3 ${ENTRY}`,
  row: `flex min-h-13 gap-3 px-2 ${ENTRY}`,
};

/** Nothing where the house has no way to support. */
export function SupportEntry({ look = "button", onDesk, onOpen, className }: SupportEntryProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  if (!hasSupport(useSettings()) && onDesk === undefined) return null;
  const press = { "aria-haspopup": "dialog", onClick: onOpen ?? (() => setOpen(true)) } as const;
  return (
    <>
      {look === "button" ? (
        <Button icon={<HeadsetIcon />} {...press} {...(className !== undefined && { className })}>
          {t("shell.support")}
        </Button>
      ) : (
        <button type="button" {...press} className={cx(LOOKS[look], className)}>
          <HeadsetIcon
            size={look === "line" ? 20 : 24}
            className={look === "line" ? "shrink-0" : "shrink-0 text-muted"}
          />
          {t("shell.support")}
        </button>
      )}
      <SupportWays open={open} onClose={() => setOpen(false)} {...(onDesk && { onDesk })} />
    </>
  );
}
