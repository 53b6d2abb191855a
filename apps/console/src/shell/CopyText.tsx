/** A text to be copied: shown in full, with a button. */
import { useEffect, useState } from "react";
import { Button, CheckIcon, CopyIcon } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";

const SHOWN_MS = 2_000;

export function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useT();
  const [outcome, setOutcome] = useState<"copied" | "notCopied" | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  async function copy(): Promise<void> {
    try {
      // Without TLS a browser has no clipboard; with it, it may refuse.
      await navigator.clipboard.writeText(text);
      setOutcome("copied");
    } catch {
      setOutcome("notCopied");
    }
  }
  return (
    <Button icon={outcome === "copied" ? <CheckIcon size={18} /> : <CopyIcon size={18} />} onClick={() => void copy()}>
      <span aria-live="polite">{outcome === null ? label : t(`shell.${outcome}`)}</span>
    </Button>
  );
}

export function CopyText({ text, label }: { text: string; label: string }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <code
        dir="ltr"
        className="min-w-0 grow basis-60 rounded-md border border-line bg-sunken px-3 py-2.5 text-sm break-all select-all"
      >
        {text}
      </code>
      <CopyButton text={text} label={label} />
    </div>
  );
}
