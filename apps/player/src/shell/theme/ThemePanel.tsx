/** The panel for the theme. A choice applies at once to the page behind. */
import { useId } from "react";
import { Button, Sheet } from "@reelcast/ui";
import { useLogin } from "../../auth/loginState.ts";
import { useT } from "../../i18n/index.ts";
import type { PanelProps } from "../panels.ts";
import { Choice } from "./Choice.tsx";
import { LayoutPicture, SchemePicture } from "./pictures.tsx";
import { SCHEMES } from "./schemes.ts";
import { changeTheme } from "./sync.ts";
import { DEFAULTS, useTheme } from "./theme.ts";
import type { Theme } from "./theme.ts";

const LAYOUTS = ["layout1", "layout2", "layout3"] as const;
const SMALLEST = 14;
const LARGEST = 22;

type Flag = "navbarFolded" | "navbarHidden" | "toolbarHidden" | "footerHidden";
/** The options that have an effect in each layout. */
const FLAGS: Record<Theme["layout"], readonly Flag[]> = {
  layout1: ["navbarFolded", "navbarHidden", "toolbarHidden", "footerHidden"],
  layout2: ["navbarHidden", "toolbarHidden", "footerHidden"],
  layout3: [],
};

function Options({ theme }: { theme: Theme }) {
  const t = useT();
  const flags = FLAGS[theme.layout];
  return (
    <div className="flex flex-col gap-4">
      {theme.layout === "layout1" ? (
        <Choice
          legend={t("theme.navbarPosition")}
          columns={2}
          value={theme.navbarPosition}
          onChange={(navbarPosition) => changeTheme({ navbarPosition })}
          options={[
            { value: "left", label: t("theme.left") },
            { value: "right", label: t("theme.right") },
          ]}
        />
      ) : null}
      <Choice
        legend={t("theme.width")}
        columns={2}
        value={theme.width}
        onChange={(width) => changeTheme({ width })}
        options={[
          { value: "container", label: t("theme.container") },
          { value: "full", label: t("theme.full") },
        ]}
      />
      {flags.length > 0 ? (
        <fieldset>
          <legend className="pb-1 text-sm font-medium text-muted">{t("theme.options")}</legend>
          {flags.map((flag) => (
            <label
              key={flag}
              className="flex min-h-11 items-center gap-3 rounded-md px-1 text-[.9375rem] hover:bg-lifted"
            >
              <input
                type="checkbox"
                checked={theme[flag]}
                onChange={(event) => changeTheme({ [flag]: event.target.checked })}
                className="size-5 shrink-0 cursor-pointer accent-gold"
              />
              {t(`theme.${flag}`)}
            </label>
          ))}
        </fieldset>
      ) : null}
    </div>
  );
}

function TextSize({ size }: { size: number }) {
  const t = useT();
  const id = useId();
  const words = t("theme.pixels", { size });
  return (
    <div>
      <div className="flex justify-between gap-3 text-sm">
        <label htmlFor={id} className="font-medium text-muted">
          {t("theme.textSize")}
        </label>
        <span aria-hidden="true" className="figures">
          {words}
        </span>
      </div>
      <input
        id={id}
        type="range"
        min={SMALLEST}
        max={LARGEST}
        step={1}
        value={size}
        aria-valuetext={words}
        onChange={(event) => changeTheme({ textSize: Number(event.target.value) })}
        className="h-11 w-full accent-gold"
      />
    </div>
  );
}

export default function ThemePanel({ open, onClose }: PanelProps) {
  const t = useT();
  const theme = useTheme();
  const player = useLogin() !== null;
  return (
    <Sheet open={open} onClose={onClose} side="end" clear title={t("theme.title")} closeLabel={t("shell.close")}>
      <div className="flex flex-col gap-5 px-5 pt-2 pb-5">
        <p className="text-sm text-muted">{t(player ? "theme.keptAtHouse" : "theme.keptHere")}</p>
        <Choice
          legend={t("theme.scheme")}
          columns={3}
          value={SCHEMES.find((scheme) => scheme === theme.scheme) ?? "dark"}
          onChange={(scheme) => changeTheme({ scheme })}
          options={SCHEMES.map((value) => ({
            value,
            label: t(`theme.${value}`),
            picture: <SchemePicture scheme={value} />,
          }))}
        />
        <TextSize size={theme.textSize} />
        <Choice
          legend={t("theme.layout")}
          columns={3}
          value={theme.layout}
          onChange={(layout) => changeTheme({ layout })}
          options={LAYOUTS.map((value) => ({
            value,
            label: t(`theme.${value}`),
            picture: <LayoutPicture layout={value} right={theme.navbarPosition === "right"} />,
          }))}
        />
        <Options theme={theme} />
        <Choice
          legend={t("theme.direction")}
          columns={3}
          value={theme.direction}
          onChange={(direction) => changeTheme({ direction })}
          options={[
            { value: "auto", label: t("theme.auto") },
            { value: "ltr", label: t("theme.ltr") },
            { value: "rtl", label: t("theme.rtl") },
          ]}
        />
        <Button onClick={() => changeTheme(DEFAULTS)}>{t("theme.reset")}</Button>
      </div>
    </Sheet>
  );
}
