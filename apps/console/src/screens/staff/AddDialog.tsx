/** Adds a member, and shows the link by which the person chooses a password. */
import { useState } from "react";
import { ConsoleErrorCode } from "@reelcast/contract/console";
import type { Role } from "@reelcast/contract/console";
import { Button, Dialog, Field, Form } from "@reelcast/ui";
import { call } from "../../api/index.ts";
import { useReload } from "../../api/queries.ts";
import { useT } from "../../i18n/index.ts";
import { useSend } from "../../session/useSend.ts";
import { Problem } from "../../shell/Problem.tsx";
import type { OneTimeLink } from "./ResetLink.tsx";
import { RoleChoice } from "./RoleChoice.tsx";

const FORM = "add-member";

export function AddDialog({ onClose, onLink }: { onClose: () => void; onLink: (link: OneTimeLink) => void }) {
  const t = useT();
  const reload = useReload();
  const [roles, setRoles] = useState<Role[]>([]);
  const [tried, setTried] = useState(false);
  const { busy, errors, problem, send } = useSend({ [ConsoleErrorCode.StaffNameTaken]: "name" });
  return (
    <Dialog
      open
      question
      {...(!busy && { onClose })}
      title={t("staff.add")}
      description={t("staff.addText")}
      width={520}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t("shell.cancel")}
          </Button>
          <Button type="submit" form={FORM} tone="main" busy={busy}>
            {t("staff.addAction")}
          </Button>
        </>
      }
    >
      <Form
        id={FORM}
        errors={errors}
        onFormSubmit={(values) => {
          setTried(true);
          if (roles.length === 0) return;
          void send(async () => {
            const name = String(values["name"]).trim();
            const { link } = await call("addStaff", { body: { name, roles } });
            onClose();
            onLink({ name, ...link });
            await reload("staff");
          });
        }}
        className="flex flex-col gap-5"
      >
        <Field
          name="name"
          label={t("staff.name")}
          hint={t("staff.nameHint")}
          required
          maxLength={40}
          autoComplete="off"
          messages={{ valueMissing: t("shell.required") }}
        />
        <RoleChoice
          roles={roles}
          onChange={setRoles}
          problem={tried && roles.length === 0 ? t("staff.rolesMissing") : ""}
        />
        <Problem text={problem} />
      </Form>
    </Dialog>
  );
}
