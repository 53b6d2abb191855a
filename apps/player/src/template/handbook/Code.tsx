/** The code of a file, from left to right in every language, with a button that copies it. */
import { Button, cx, toast } from "@reelcast/ui";
import { useT } from "../../i18n/index.ts";
import { highlight } from "./highlight.ts";
import type { Kind } from "./highlight.ts";

const COLOURS: Record<Kind, string> = {
  plain: "",
  comment: "text-muted italic",
  string: "text-success",
  keyword: "text-info",
  tag: "text-warning",
};

/** @param name what the code is of */
export function CodeBlock({ code, name }: { code: string; name: string }) {
  const t = useT();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      toast.success(t("handbook.copied", { name }), { id: "handbook-copy" });
    } catch {
      toast.error(t("handbook.notCopied"), { id: "handbook-copy" });
    }
  };
  return (
    <div className="overflow-hidden rounded-b-lg border border-t-0 border-line bg-sunken">
      <div className="flex items-center justify-between gap-3 border-b border-line ps-4 text-sm text-muted">
        <code dir="ltr">{name}.tsx</code>
        <Button
          tone="quiet"
          className="text-sm print:hidden"
          aria-label={t("handbook.copyOf", { name })}
          onClick={() => void copy()}
        >
          {t("handbook.copy")}
        </Button>
      </div>
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it horizontally
        tabIndex={0}
        aria-label={t("handbook.codeOf", { name })}
        className="overflow-x-auto"
        dir="ltr"
      >
        <pre className="w-max min-w-full p-4 font-mono text-[13px] leading-5 print:w-auto print:whitespace-pre-wrap">
          <code>
            {highlight(code).map(({ kind, text }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the parts of a text that never changes
              <span key={index} className={cx(COLOURS[kind])}>
                {text}
              </span>
            ))}
          </code>
        </pre>
      </section>
    </div>
  );
}

/** A name of the code, or a bit of it, within the words of any language. */
export function Code({ children, className }: { children: string; className?: string }) {
  return (
    <code dir="ltr" className={cx("font-mono text-[.92em]", className)}>
      {children}
    </code>
  );
}

/** Words of the code itself, which are English. */
export function English({ children }: { children: string }) {
  return (
    <span lang="en" dir="ltr">
      {children.replaceAll("`", "")}
    </span>
  );
}
