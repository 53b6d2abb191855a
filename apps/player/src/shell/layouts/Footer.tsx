/** The footer of layouts 1 and 2: support links, rules, handbook, version. */
import { Link } from "@tanstack/react-router";
import { useRequiredLogin } from "../../auth/loginState.ts";
import { useT } from "../../i18n/index.ts";
import { SupportEntry } from "../../support/index.tsx";
import { openDesk } from "../chat/index.ts";
import { HANDBOOK, useShowsHandbook } from "../navigation/handbook.ts";

export default function Footer() {
  const t = useT();
  const { versions } = useRequiredLogin();
  const showsHandbook = useShowsHandbook();
  const link = "inline-flex min-h-11 items-center rounded-md px-3 text-[.9375rem] hover:bg-lifted";
  return (
    <footer className="flex flex-wrap items-center gap-x-2 border-t border-line px-2 py-1 text-sm text-muted sm:px-4 print:hidden">
      <Link to="/rules" className={link}>
        {t("shell.rules")}
      </Link>
      {showsHandbook ? (
        <Link to={HANDBOOK} className={link}>
          {t("navigation.documentation")}
        </Link>
      ) : null}
      <SupportEntry look="line" onDesk={() => void openDesk()} />
      <p className="ms-auto px-3 py-2 text-xs">{t("shell.version", { app: __VERSION__, server: versions })}</p>
    </footer>
  );
}
