/** Sets up an authenticator app: the password, then the QR code and a code that proves it, then the recovery codes. */
import { useState } from "react";
import { encodeQR } from "qr";
import { ConsoleErrorCode } from "@reelcast/contract/console";
import { Button, Dialog, Field, Form } from "@reelcast/ui";
import { call } from "../../api/index.ts";
import { useReload } from "../../api/queries.ts";
import { useT } from "../../i18n/index.ts";
import { session } from "../../session/store.ts";
import { useSend } from "../../session/useSend.ts";
import { CopyText } from "../../shell/CopyText.tsx";
import { Problem } from "../../shell/Problem.tsx";
import { PasswordDialog } from "./PasswordDialog.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";

interface Begun {
  password: string;
  challenge: string;
  secret: string;
  uri: string;
}

/** Drawn here: the secret leaves this page only by the eye of a camera. Dark on white in every scheme, as cameras expect. */
function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: 2 });
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="mx-auto size-52 shrink-0 rounded-md bg-white"
    >
      <path d={path} className="fill-black" />
    </svg>
  );
}

/** JBSW Y3DP: groups of four are read and typed more easily. */
const grouped = (secret: string) => secret.replace(/(.{4})(?=.)/g, "$1 ");

function ConfirmStep({
  begun,
  onCodes,
  onClose,
}: {
  begun: Begun;
  onCodes: (codes: readonly string[]) => void;
  onClose: () => void;
}) {
  const t = useT();
  const reload = useReload();
  const { busy, errors, problem, send } = useSend({ [ConsoleErrorCode.CodeNotAccepted]: "code" });
  const FORM = "totp";
  return (
    <Dialog
      open
      question
      {...(!busy && { onClose })}
      title={t("account.totpSetUp")}
      description={t("account.scan")}
      width={480}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t("shell.cancel")}
          </Button>
          <Button type="submit" form={FORM} tone="main" busy={busy}>
            {t("account.confirm")}
          </Button>
        </>
      }
    >
      <QrCode text={begun.uri} label={t("account.qr")} />
      <div className="flex flex-col gap-1.5">
        <p className="text-sm text-muted">{t("account.secret")}</p>
        <CopyText text={grouped(begun.secret)} label={t("shell.copy")} />
      </div>
      <Form
        id={FORM}
        errors={errors}
        onFormSubmit={(values) =>
          void send(async () => {
            const code = String(values["code"]).replace(/\s/g, "");
            const { token } = await call("confirmTotp", { body: { challenge: begun.challenge, code } });
            session.open(token);
            const { codes } = await call("newRecoveryCodes", { body: { password: begun.password } });
            onCodes(codes);
            await reload("me", "ownSessions");
          })
        }
        className="flex flex-col gap-4"
      >
        <Field
          name="code"
          label={t("account.code")}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          minLength={6}
          maxLength={10}
          dir="ltr"
          messages={{ valueMissing: t("shell.required"), tooShort: t("account.codeShort") }}
        />
        <Problem text={problem} />
      </Form>
    </Dialog>
  );
}

export default function TotpDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const t = useT();
  const [begun, setBegun] = useState<Begun | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  if (begun) return <ConfirmStep begun={begun} onCodes={setCodes} onClose={onClose} />;
  return (
    <PasswordDialog
      title={t("account.totpSetUp")}
      text={t("account.totpBegin", { name })}
      action={t("account.goOn")}
      onClose={onClose}
      run={async (password) => {
        const answer = await call("beginTotp", { body: { password } });
        setBegun({ password, ...answer });
      }}
    />
  );
}
