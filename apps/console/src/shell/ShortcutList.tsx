/** All shortcuts that do something now, and the switch that turns single keys off. */
import type { ReactNode } from "react";
import { ClickIcon, Dialog, Switch } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import { listedFor } from "../screens/registry.ts";
import { useMay } from "../session/me.ts";
import { Keys } from "./Keys.tsx";
import { PALETTE_KEYS, useScreenShortcuts } from "./keys.ts";
import { preferences, useShortcutsOn } from "./preferences.ts";

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="pb-1 text-sm font-medium text-muted">{title}</h3>
      <ul className="divide-y divide-line/60">{children}</ul>
    </section>
  );
}
function Line({ title, keys }: { title: string; keys: readonly string[] }) {
  return (
    <li className="flex items-center justify-between gap-4 py-2">
      <span>{title}</span>
      <Keys keys={keys} />
    </li>
  );
}

export default function ShortcutList({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT();
  const on = useShortcutsOn();
  const own = useScreenShortcuts();
  const screens = listedFor(useMay());
  return (
    <Dialog open={open} onClose={onClose} title={t("shell.shortcuts")} closeLabel={t("shell.close")} width={520}>
      {own.length === 0 ? null : (
        <Part title={t("shell.onThisScreen")}>
          {own.map(({ key, title }) => (
            <Line key={key} title={title} keys={[key.toUpperCase()]} />
          ))}
        </Part>
      )}
      <Part title={t("shell.everywhere")}>
        <Line title={t("shell.search")} keys={PALETTE_KEYS} />
        <Line title={t("shell.shortcuts")} keys={["?"]} />
        {screens.map(({ paths, title, navigation }) => (
          <Line key={paths[0]} title={t(title)} keys={["G", navigation.key.toUpperCase()]} />
        ))}
      </Part>
      <Switch
        icon={<ClickIcon />}
        label={t("shell.singleKeys")}
        on={on}
        onChange={() => preferences.setShortcuts(!on)}
      />
    </Dialog>
  );
}
