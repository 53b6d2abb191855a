/** The own account: what protects it, where it is signed in. */
import { useT } from "../../i18n/index.ts";
import { useMe } from "../../session/me.ts";
import { Page } from "../../shell/Page.tsx";
import { PasskeySection } from "./PasskeySection.tsx";
import { PasswordSection } from "./PasswordSection.tsx";
import { SessionSection } from "./SessionSection.tsx";
import { TotpSection } from "./TotpSection.tsx";

export default function AccountScreen() {
  const t = useT();
  const me = useMe();
  return (
    <Page title={t("account.title")} text={t("account.text", { name: me.name })}>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-2">
        <div className="flex flex-col gap-4">
          <TotpSection me={me} />
          <PasskeySection />
        </div>
        <div className="flex flex-col gap-4">
          <PasswordSection name={me.name} />
          <SessionSection />
        </div>
      </div>
    </Page>
  );
}
