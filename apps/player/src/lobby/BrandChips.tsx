/** The brands in a row that scrolls: logo, name, how many of its machines are free. Choosing the active one shows all. */
import { Link } from "@tanstack/react-router";
import { memo, useEffect, useRef } from "react";
import type { Brand } from "@reelcast/contract";
import { Skeleton, cx } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import { sizedLogo, slugOf } from "./list.ts";

interface BrandChipProps {
  id: number;
  name: string;
  image: string | null;
  free: number;
  active: boolean;
}
/** Renders again only when what it shows has changed, however often statuses arrive. */
const BrandChip = memo(function BrandChip({ id, name, image, free, active }: BrandChipProps) {
  const t = useT();
  return (
    <Link
      {...(active
        ? { to: "/lobby" as const }
        : { to: "/lobby/$id/$name" as const, params: { id: String(id), name: slugOf(name) } })}
      aria-current={active ? "true" : undefined}
      className={cx(
        // Keeps the text for screen readers inside, so that it scrolls along.
        "relative flex h-11 shrink-0 items-center gap-2 rounded-lg border px-2.5 transition-colors roomy:h-16 roomy:gap-3 roomy:px-4",
        active ? "border-gold bg-gold/12" : "border-line bg-raised hover:bg-lifted",
      )}
    >
      {image === null ? (
        <span aria-hidden="true" className="font-semibold">
          {name}
        </span>
      ) : (
        <img
          src={sizedLogo(image)}
          alt=""
          width={96}
          height={48}
          className="h-9 w-18 object-contain roomy:h-12 roomy:w-24"
        />
      )}
      <span
        aria-hidden="true"
        className="rounded-full bg-success/15 px-2.5 py-0.5 text-sm font-semibold text-success figures"
      >
        {free}
      </span>
      <span className="sr-only">{t("lobby.brandChip", { name, free })}</span>
    </Link>
  );
});

/** Scrolls the row, not the page: the player may have come back to a place further down. */
function showActive(row: HTMLElement): void {
  const chip = row.querySelector("[aria-current]")?.getBoundingClientRect();
  if (!chip) return;
  const { left, right, width } = row.getBoundingClientRect();
  if (chip.left < left || chip.right > right) row.scrollLeft += chip.left + chip.width / 2 - left - width / 2;
}

export interface BrandChipsProps {
  /** undefined: still on their way. */
  brands: readonly Brand[] | undefined;
  active: number | null;
  /** How many machines of this brand can be joined now. */
  freeOf: (brand: Brand) => number;
}
export function BrandChips({ brands, active, freeOf }: BrandChipsProps) {
  const t = useT();
  const row = useRef<HTMLElement>(null);
  const isKnown = brands !== undefined;
  useEffect(() => {
    if (active !== null && isKnown && row.current) showActive(row.current);
  }, [active, isKnown]);
  return (
    <nav
      ref={row}
      aria-label={t("lobby.brands")}
      className="scroll-row -mx-3 flex gap-2 px-3 pb-1.5 roomy:pb-3 across:mx-0 across:shrink-0 across:px-0"
    >
      {brands === undefined
        ? [0, 1, 2].map((n) => <Skeleton key={n} className="h-11 w-32 shrink-0 rounded-lg roomy:h-16 roomy:w-44" />)
        : brands.map((brand) => (
            <BrandChip
              key={brand.id}
              id={brand.id}
              name={brand.name}
              image={brand.image === "" ? null : (brand.image ?? null)}
              free={freeOf(brand)}
              active={brand.id === active}
            />
          ))}
    </nav>
  );
}
