/** The end of every layout's bar: promotions, the operator's information, the language, the balance. */
import { Suspense, useState } from "react";
import { IconButton, InfoIcon, useOnceTrue } from "@reelcast/ui";
import { useSettings } from "../api/useSettings.ts";
import { useT } from "../i18n/index.ts";
import { lazyPart } from "../i18n/lazyPart.ts";
import { Balance } from "./Balance.tsx";
import { PromotionButtons } from "./promotions/index.ts";

const LanguagePicker = lazyPart(() => import("./LanguagePicker.tsx"));
const InfoDialog = lazyPart(() => import("./InfoDialog.tsx"));

export function BarActions() {
  const t = useT();
  const [info, setInfo] = useState(false);
  const infoWas = useOnceTrue(info);
  const { languageSelect, infoDialog } = useSettings();
  return (
    <div className="ms-auto flex flex-wrap items-center justify-end gap-0 sm:gap-2">
      <Suspense fallback={<span className="inline-block size-11" />}>
        <PromotionButtons />
      </Suspense>
      {infoDialog ? (
        <IconButton label={t("shell.information")} onClick={() => setInfo(true)} aria-haspopup="dialog">
          <InfoIcon />
        </IconButton>
      ) : null}
      {languageSelect ? (
        <Suspense fallback={<span className="inline-block h-11 w-14" />}>
          <LanguagePicker />
        </Suspense>
      ) : null}
      <Balance />
      <Suspense>{infoWas ? <InfoDialog open={info} onClose={() => setInfo(false)} /> : null}</Suspense>
    </div>
  );
}
