/** Asks for the own password before something that protects the account changes. */
import type { ReactNode } from "react";
import { ErrorCode } from "@reelcast/contract";
import { Button, Dialog, Form } from "@reelcast/ui";
import { useT } from "../../i18n/index.ts";
import { useSend } from "../../session/useSend.ts";
import { PasswordField } from "../../shell/PasswordField.tsx";
import { Problem } from "../../shell/Problem.tsx";

const FORM = "own-password";

export interface PasswordDialogProps {
  title: string;
  text: string;
  action: string;
  /** Further fields, which `run` gets by name. */
  children?: ReactNode;
  run: (password: string, values: Record<string, unknown>) => Promise<unknown>;
  onClose: () => void;
}
export function PasswordDialog({ title, text, action, children, run, onClose }: PasswordDialogProps) {
  const t = useT();
  const { busy, errors, problem, send } = useSend({ [ErrorCode.WrongOldPassword]: "password" });
  return (
    <Dialog
      open
      question
      {...(!busy && { onClose })}
      title={title}
      description={text}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t("shell.cancel")}
          </Button>
          <Button type="submit" form={FORM} tone="main" busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      <Form
        id={FORM}
        errors={errors}
        onFormSubmit={(values) => void send(() => run(String(values["password"]), values))}
        className="flex flex-col gap-4"
      >
        {children}
        <PasswordField name="password" label={t("account.yourPassword")} />
        <Problem text={problem} />
      </Form>
    </Dialog>
  );
}
