/** Who is signed in and what they may change of the console for themselves; on a phone also the rest of the navigation. */
import { Link } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { Button, LogoutIcon, QuestionIcon, Select, Sheet } from "@reelcast/ui";
import type { IconProps } from "@reelcast/ui";
import { call } from "../api/index.ts";
import { useLanguage, useT } from "../i18n/index.ts";
import { listedFor, personalFor } from "../screens/registry.ts";
import type { Screen } from "../screens/screen.ts";
import { useMay, useMe } from "../session/me.ts";
import { session } from "../session/store.ts";
import { useSend } from "../session/useSend.ts";
import { Problem } from "./Problem.tsx";
import { LANGUAGES, LANGUAGE_NAMES, SCHEMES, preferences, useScheme } from "./preferences.ts";

const ROW = "flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-start hover:bg-lifted";

interface PersonSheetProps {
  open: boolean;
  onClose: () => void;
  onShortcuts: () => void;
}

function Links({ onClose, onShortcuts }: Omit<PersonSheetProps, "open">) {
  const t = useT();
  const may = useMay();
  const entry = ({ paths: [to], title }: Screen, Icon: ComponentType<IconProps>) => (
    <li key={to}>
      <Link to={to as "/"} onClick={onClose} className={ROW}>
        <Icon size={18} />
        {t(title)}
      </Link>
    </li>
  );
  return (
    <ul className="flex flex-col gap-0.5">
      <li className="contents sm:hidden">
        <ul className="flex flex-col gap-0.5 border-b border-line pb-3 sm:hidden">
          {listedFor(may).map((screen) => entry(screen, screen.navigation.icon))}
        </ul>
      </li>
      {personalFor(may).map((screen) => entry(screen, screen.personal.icon))}
      <li className="hidden sm:block">
        <button type="button" onClick={onShortcuts} className={ROW}>
          <QuestionIcon size={18} />
          {t("shell.shortcuts")}
        </button>
      </li>
    </ul>
  );
}

function Preferences() {
  const t = useT();
  const language = useLanguage();
  const scheme = useScheme();
  return (
    <div className="flex flex-col gap-4 md:hidden">
      <Select
        label={t("shell.language")}
        value={language}
        onChange={(value) => {
          const chosen = LANGUAGES.find((one) => one === value);
          if (chosen) void preferences.setLanguage(chosen);
        }}
        options={LANGUAGES.map((value) => ({ value, text: LANGUAGE_NAMES[value] }))}
      />
      <Select
        label={t("shell.scheme")}
        value={scheme}
        onChange={(value) => {
          const chosen = SCHEMES.find((one) => one === value);
          if (chosen) preferences.setScheme(chosen);
        }}
        options={SCHEMES.map((value) => ({ value, text: t(`shell.scheme_${value}`) }))}
      />
    </div>
  );
}

export default function PersonSheet({ open, onClose, onShortcuts }: PersonSheetProps) {
  const t = useT();
  const me = useMe();
  const { busy, problem, send } = useSend();
  return (
    <Sheet open={open} onClose={onClose} side="end" title={me.name} closeLabel={t("shell.close")} width={320}>
      <div className="flex grow flex-col gap-5 px-4 pt-1 pb-5">
        <p className="text-sm text-muted">
          {me.roles.map((role) => t(`shell.role_${role}`)).join(" · ")}
          <br />
          {t(me.secondFactor.active ? "shell.withFactor" : "shell.withoutFactor")}
        </p>
        <Links onClose={onClose} onShortcuts={onShortcuts} />
        <Preferences />
        <div className="mt-auto flex flex-col gap-3">
          <Problem text={problem} />
          <Button
            icon={<LogoutIcon size={18} />}
            busy={busy}
            onClick={() =>
              void send(async () => {
                await call("signOut", { body: {} });
                session.end();
              })
            }
          >
            {t("shell.signOut")}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
