/**
 * The page of a one-time link, `/link#token`: the first manager chooses a name and a password, others a password. The token
 * stands behind "#", so that no server has it in its log, and leaves the address when it is used.
 */
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { ErrorCode } from "@reelcast/contract";
import { ConsoleErrorCode } from "@reelcast/contract/console";
import { Button, Field, Form, Message, Skeleton } from "@reelcast/ui";
import { call } from "../api/index.ts";
import { errorText, formatMoment, useLanguage, useT } from "../i18n/index.ts";
import { session } from "../session/store.ts";
import { useSend } from "../session/useSend.ts";
import { LinkButton } from "../shell/LinkButton.tsx";
import { NewPasswordFields } from "../shell/PasswordField.tsx";
import { Problem } from "../shell/Problem.tsx";
import { FirstField } from "./FirstField.tsx";
import { Frame } from "./Frame.tsx";

interface Purpose {
  purpose: "first" | "password";
  name: string | null;
  expiresAt: string;
}

function LinkForm({ token, purpose, name, expiresAt }: Purpose & { token: string }) {
  const t = useT();
  const language = useLanguage();
  const router = useRouter();
  const { busy, errors, problem, send } = useSend({
    [ErrorCode.PasswordTooShort]: "password",
    [ErrorCode.PasswordTooCommon]: "password",
    [ConsoleErrorCode.StaffNameTaken]: "name",
  });
  return (
    <Form
      errors={errors}
      onFormSubmit={(values) =>
        void send(async () => {
          const body = {
            token,
            password: String(values["password"]),
            ...(purpose === "first" && { name: String(values["name"]).trim() }),
          };
          const answer = await call("openLink", { body });
          session.open(answer.token);
          // The second factor is next: without it a manager may do nothing yet.
          router.history.replace("/account");
        })
      }
      className="flex flex-col gap-4"
    >
      {purpose === "first" ? (
        <Field
          name="name"
          label={t("signIn.name")}
          hint={t("signIn.nameHint")}
          autoComplete="username"
          required
          maxLength={40}
          messages={{ valueMissing: t("shell.required") }}
        />
      ) : (
        // For the browser's password manager, which keeps the password under a name.
        <input type="hidden" autoComplete="username" name="username" value={name ?? ""} />
      )}
      <NewPasswordFields name="password" />
      <Problem text={problem} />
      <Button type="submit" tone="main" busy={busy} className="w-full">
        {t("signIn.useLink")}
      </Button>
      <p className="text-sm text-muted">{t("signIn.linkUntil", { until: formatMoment(expiresAt, language) })}</p>
    </Form>
  );
}

export default function LinkScreen() {
  const t = useT();
  const [token] = useState(() => location.hash.slice(1));
  const link = useQuery({
    queryKey: ["link", token],
    queryFn: () => call("link", { body: { token } }),
    enabled: token !== "",
    staleTime: Infinity,
  });
  if (token === "" || link.error)
    return (
      <Frame title={t("signIn.linkTitle")}>
        <Message title={t("signIn.linkBad")} text={token === "" ? t("signIn.linkEmpty") : errorText(link.error)}>
          <LinkButton to="/sign-in">{t("signIn.toSignIn")}</LinkButton>
        </Message>
      </Frame>
    );
  if (!link.data)
    return (
      <Frame title={t("signIn.linkTitle")}>
        <Skeleton className="h-40" />
      </Frame>
    );
  const { purpose, name } = link.data;
  return (
    <Frame
      title={purpose === "first" ? t("signIn.firstTitle") : t("signIn.passwordTitle", { name: name ?? "" })}
      text={t(purpose === "first" ? "signIn.firstText" : "signIn.passwordText")}
    >
      <FirstField>
        <LinkForm token={token} {...link.data} />
      </FirstField>
    </Frame>
  );
}
