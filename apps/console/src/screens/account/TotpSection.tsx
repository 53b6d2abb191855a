/** The authenticator app and its recovery codes. */
import { Suspense, useState } from "react";
import type { Me } from "@reelcast/contract/console";
import { Button, CheckIcon, WarningIcon } from "@reelcast/ui";
import { call } from "../../api/index.ts";
import { useReload } from "../../api/queries.ts";
import { useT } from "../../i18n/index.ts";
import { lazyPart } from "../../i18n/lazyPart.ts";
import { Section } from "../../shell/Page.tsx";
import { PasswordDialog } from "./PasswordDialog.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";

const TotpDialog = lazyPart(() => import("./TotpDialog.tsx"));
/** Below it, new codes are due. */
const FEW_CODES = 3;

function NewCodes({ onClose }: { onClose: () => void }) {
  const t = useT();
  const reload = useReload();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return codes ? (
    <RecoveryCodes codes={codes} onClose={onClose} />
  ) : (
    <PasswordDialog
      title={t("account.newCodes")}
      text={t("account.newCodesText")}
      action={t("account.newCodes")}
      onClose={onClose}
      run={async (password) => {
        const answer = await call("newRecoveryCodes", { body: { password } });
        setCodes(answer.codes);
        await reload("me");
      }}
    />
  );
}

export function TotpSection({ me: { name, secondFactor } }: { me: Me }) {
  const t = useT();
  const [open, setOpen] = useState<"totp" | "codes" | null>(null);
  const { totp, recoveryCodes } = secondFactor;
  const few = recoveryCodes < FEW_CODES;
  return (
    <Section
      title={t("account.totp")}
      text={t("account.totpText")}
      actions={
        <Button tone={totp ? "plain" : "main"} onClick={() => setOpen("totp")}>
          {t(totp ? "account.totpReplace" : "account.totpSetUp")}
        </Button>
      }
    >
      {totp ? (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
          <ul className="flex flex-col gap-1.5 text-sm">
            <li className="flex items-center gap-2 text-success">
              <CheckIcon size={18} /> {t("account.totpOn")}
            </li>
            <li className={few ? "flex items-center gap-2 text-warning" : "flex items-center gap-2 text-muted"}>
              {few ? <WarningIcon size={18} /> : <CheckIcon size={18} />}
              {t("account.codesLeft", { count: recoveryCodes })}
            </li>
          </ul>
          <Button onClick={() => setOpen("codes")}>{t("account.newCodes")}</Button>
        </div>
      ) : null}
      <Suspense>{open === "totp" ? <TotpDialog name={name} onClose={() => setOpen(null)} /> : null}</Suspense>
      {open === "codes" ? <NewCodes onClose={() => setOpen(null)} /> : null}
    </Section>
  );
}
