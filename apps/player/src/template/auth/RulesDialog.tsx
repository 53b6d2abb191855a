/** The operator's rules in a dialog, for visitors without an account. */
import { useRef } from "react";
import { Button, Dialog } from "@reelcast/ui";
import { useT } from "../../i18n/index.ts";
import { useRules } from "../useRules.ts";

export default function RulesDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT();
  const rules = useRules();
  const text = useRef<HTMLDivElement>(null);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      width={680}
      title={t("rules.title")}
      description={t("rules.lead")}
      closeLabel={t("shell.close")}
      // What is read has the focus, so that the arrow keys move it.
      initialFocus={text}
      actions={<Button onClick={onClose}>{t("shell.close")}</Button>}
    >
      <div
        ref={text}
        role="region"
        aria-label={t("rules.title")}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard
        tabIndex={0}
        className="flex min-h-40 flex-col gap-5 overflow-y-auto overscroll-contain rounded-md border border-line bg-sunken p-4"
      >
        {rules.map(({ id, title, paragraphs }) => (
          <section key={id} className="flex flex-col gap-2">
            <h3 className="font-semibold">{title}</h3>
            {paragraphs.map((paragraph) => (
              <p key={paragraph} className="text-[.9375rem] leading-6 text-text/90">
                {paragraph}
              </p>
            ))}
          </section>
        ))}
      </div>
    </Dialog>
  );
}
