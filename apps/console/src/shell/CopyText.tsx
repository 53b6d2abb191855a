/** A text to be copied: shown in full, with a button. */
import { useEffect, useState } from "react";
import { Button, CheckIcon, CopyIcon } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";

const SHOWN_MS = 2_000;

export function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useT();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <Button
      icon={copied ? <CheckIcon size={18} /> : <CopyIcon size={18} />}
      onClick={() =>
        void navigator.clipboard.writeText(text).then(
          () => setCopied(true),
          // Not permitted: the text stands there to be selected.
          () => setCopied(false),
        )
      }
    >
      <span aria-live="polite">{copied ? t("shell.copied") : label}</span>
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
