/** Small pictures of the choices: the areas of a layout, the colours of a scheme. */
import { cx } from "@reelcast/ui";
import type { Scheme } from "./schemes.ts";
import type { Theme } from "./theme.ts";

const FRAME = "block h-12 w-full overflow-hidden rounded-sm border border-line bg-surface";

export function LayoutPicture({ layout, right }: { layout: Theme["layout"]; right: boolean }) {
  const bar = <span className="block h-2 bg-line" />;
  if (layout === "layout1")
    return (
      <span aria-hidden="true" className={cx(FRAME, "flex", right && "flex-row-reverse")}>
        <span className="block w-1/4 bg-gold/60" />
        <span className="block grow">{bar}</span>
      </span>
    );
  return (
    <span aria-hidden="true" className={FRAME}>
      {bar}
      <span className={cx("block h-1.5", layout === "layout2" ? "bg-gold/60" : "mx-auto w-3/4 bg-gold/60")} />
      {layout === "layout3" ? (
        <span className="mx-auto mt-1.5 grid w-3/4 grid-cols-3 gap-1">
          <span className="block h-4 rounded-[2px] bg-lifted" />
          <span className="block h-4 rounded-[2px] bg-lifted" />
          <span className="block h-4 rounded-[2px] bg-lifted" />
        </span>
      ) : null}
    </span>
  );
}

export function SchemePicture({ scheme }: { scheme: Scheme }) {
  return (
    <span aria-hidden="true" data-scheme={scheme} className={cx(FRAME, "flex items-center justify-center gap-1.5")}>
      <span className="block size-5 rounded-full bg-gold" />
      <span className="block h-5 w-7 rounded-sm border border-edge bg-raised text-center text-xs leading-5 text-text">
        Aa
      </span>
    </span>
  );
}
