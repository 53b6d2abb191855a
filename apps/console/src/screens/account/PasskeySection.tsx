/** Passkeys: keys in a phone, a computer or a stick, which sign in without a password. */
import { useState } from "react";
import { Button, Field, KeyIcon, toast } from "@reelcast/ui";
import { call } from "../../api/index.ts";
import { useCall, useReload } from "../../api/queries.ts";
import { formatMoment, useLanguage, useT } from "../../i18n/index.ts";
import { session } from "../../session/store.ts";
import { Loaded } from "../../shell/Loaded.tsx";
import { Section } from "../../shell/Page.tsx";
import { addPasskey, supportsPasskeys } from "../../signIn/passkey.ts";
import { PasswordDialog } from "./PasswordDialog.tsx";

interface ListedPasskey {
  id: number;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const reload = useReload();
  return (
    <PasswordDialog
      title={t("account.passkeyAdd")}
      text={t("account.passkeyAddText")}
      action={t("account.goOn")}
      onClose={onClose}
      run={async (password, values) => {
        const name = String(values["passkeyName"]).trim();
        session.open(await addPasskey(password, name));
        onClose();
        toast.success(t("account.passkeyAdded", { name }));
        await reload("passkeys", "me", "ownSessions");
      }}
    >
      <Field
        name="passkeyName"
        label={t("account.passkeyName")}
        hint={t("account.passkeyNameHint")}
        required
        maxLength={60}
        autoComplete="off"
        messages={{ valueMissing: t("shell.required") }}
      />
    </PasswordDialog>
  );
}

function RemoveDialog({ passkey: { id, name }, onClose }: { passkey: ListedPasskey; onClose: () => void }) {
  const t = useT();
  const reload = useReload();
  return (
    <PasswordDialog
      title={t("account.passkeyRemoveTitle", { name })}
      text={t("account.passkeyRemoveText")}
      action={t("account.passkeyRemove")}
      onClose={onClose}
      run={async (password) => {
        await call("removePasskey", { params: { id }, body: { password } });
        onClose();
        await reload("passkeys", "me", "ownSessions");
      }}
    />
  );
}

export function PasskeySection() {
  const t = useT();
  const language = useLanguage();
  const passkeys = useCall("passkeys");
  const [open, setOpen] = useState<"add" | ListedPasskey | null>(null);
  const close = () => setOpen(null);
  return (
    <Section
      title={t("account.passkeys")}
      text={t("account.passkeysText")}
      actions={
        <Button disabled={!supportsPasskeys()} onClick={() => setOpen("add")}>
          {t("account.passkeyAdd")}
        </Button>
      }
    >
      <Loaded query={passkeys} height="h-12">
        {(list) =>
          list.length === 0 ? (
            <p className="text-sm text-muted">{t("account.passkeysNone")}</p>
          ) : (
            <ul className="divide-y divide-line/60">
              {list.map((passkey) => (
                <li key={passkey.id} className="flex items-center gap-3 py-2">
                  <KeyIcon size={18} className="shrink-0 text-muted" />
                  <div className="min-w-0 grow">
                    <p>{passkey.name}</p>
                    <p className="text-sm text-muted">
                      {passkey.lastUsedAt === null
                        ? t("account.neverUsed")
                        : t("account.lastUsed", { at: formatMoment(passkey.lastUsedAt, language) })}
                    </p>
                  </div>
                  <Button
                    tone="quiet"
                    aria-label={t("account.passkeyRemoveOf", { name: passkey.name })}
                    onClick={() => setOpen(passkey)}
                  >
                    {t("account.passkeyRemove")}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {open === "add" ? <AddDialog onClose={close} /> : null}
      {open !== null && open !== "add" ? <RemoveDialog passkey={open} onClose={close} /> : null}
    </Section>
  );
}
