/** The icons of the design system: found by name, and the name copied by a press. */
import { useState } from "react";
import { Message, SearchField, toast } from "@reelcast/ui";
import { useT } from "../../i18n/index.ts";
import { PageHead } from "./parts.tsx";
import { iconsNamed } from "./iconList.ts";
import type { NamedIcon } from "./iconList.ts";

const nameId = (name: string) => `icon-${name}`;

/** The name is next to the button and not in it, so that every browser lets it be selected. */
function IconTile({ name, Icon }: NamedIcon) {
  const t = useT();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(name);
      toast.success(t("reference.copied", { name }), { id: "reference-copy" });
    } catch {
      const written = document.getElementById(nameId(name));
      if (written) globalThis.getSelection()?.selectAllChildren(written);
      toast.warning(t("reference.notCopied", { name }), { id: "reference-copy" });
    }
  };
  return (
    <li className="relative flex flex-col items-center gap-2 rounded-lg border border-line bg-raised p-3 transition-colors has-[button:hover]:bg-lifted">
      <button
        type="button"
        aria-labelledby={nameId(name)}
        aria-describedby="copy-hint"
        onClick={() => void copy()}
        className="grid size-12 place-items-center rounded-md after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-gold"
      >
        <Icon size={28} />
      </button>
      <code id={nameId(name)} dir="ltr" className="max-w-full text-center font-mono text-xs text-muted">
        {name}
      </code>
    </li>
  );
}

export default function IconsPage() {
  const t = useT();
  const [wanted, setWanted] = useState("");
  const found = iconsNamed(wanted);
  return (
    <div className="mx-auto flex max-w-[1240px] flex-col gap-6">
      <PageHead title={t("reference.icons")} about={t("reference.iconsAbout")} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchField
          label={t("reference.search")}
          clearLabel={t("reference.clear")}
          value={wanted}
          onChange={setWanted}
          className="w-full max-w-md"
        />
        <p role="status" className="text-sm text-muted">
          {t("reference.found", { count: found.length })}
        </p>
      </div>
      <p id="copy-hint" className="sr-only">
        {t("reference.copyHint")}
      </p>
      {found.length === 0 ? (
        <Message title={t("reference.nothing")} text={t("reference.nothingText")} />
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(136px,1fr))] gap-3">
          {found.map((icon) => (
            <IconTile key={icon.name} {...icon} />
          ))}
        </ul>
      )}
    </div>
  );
}
