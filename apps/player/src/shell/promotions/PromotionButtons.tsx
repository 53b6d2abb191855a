/** The promotions: three buttons, or in a narrow bar one button. All open the sheet, which says amount and terms before a claim. */
import { Suspense, useState } from "react";
import { PROMOTIONS } from "@reelcast/contract";
import { Button, GiftIcon, IconButton, cx, useOnceTrue } from "@reelcast/ui";
import { useT } from "../../i18n/index.ts";
import { lazyPart } from "../../i18n/lazyPart.ts";
import { COLOURS } from "./colours.ts";
import { useClaim, useOffer, usePromotionStates } from "./usePromotions.ts";

const PromotionSheet = lazyPart(() => import("./PromotionSheet.tsx"));

/** @param compact one button only, for narrow bars and the game screen */
export default function PromotionButtons({ compact = false }: { compact?: boolean }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { states, at, failed, again } = usePromotionStates();
  const { claim, claiming } = useClaim();
  useOffer(claim);
  const opened = useOnceTrue(open);
  const ready = states?.filter(({ eligible }) => eligible).length ?? 0;
  return (
    <>
      {compact ? null : (
        <div className="hidden items-center gap-2 xl:flex">
          {PROMOTIONS.map((kind) => (
            <Button
              key={kind}
              aria-haspopup="dialog"
              onClick={() => setOpen(true)}
              className={cx("px-3", COLOURS[kind])}
            >
              {t(`promotions.${kind}`)}
            </Button>
          ))}
        </div>
      )}
      <span className={cx("relative inline-flex", !compact && "xl:hidden")}>
        <IconButton
          label={ready > 0 ? t("promotions.openReady", { count: ready }) : t("promotions.open")}
          onClick={() => setOpen(true)}
        >
          <GiftIcon className={ready > 0 ? "text-discount" : undefined} />
        </IconButton>
        {ready > 0 ? (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute end-2 top-2 size-2 rounded-full bg-discount"
          />
        ) : null}
      </span>
      {opened ? (
        <Suspense>
          <PromotionSheet
            open={open}
            onClose={() => setOpen(false)}
            states={states}
            at={at}
            failed={failed}
            again={again}
            claim={claim}
            claiming={claiming}
          />
        </Suspense>
      ) : null}
    </>
  );
}
