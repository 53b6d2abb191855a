/** One area as it is typed: which control it is, and where. */
import type { TouchArea } from "@reelcast/contract/console";
import { CloseIcon, IconButton, Select } from "@reelcast/ui";
import { useT } from "../../../i18n/index.ts";
import { within } from "./areas.ts";

const SIDES = ["x", "y", "width", "height"] as const;

export interface AreaRowProps {
  number: number;
  area: TouchArea;
  /** Of the machine, by their ids. */
  controls: readonly { id: string }[];
  nameOf: (control: string) => string;
  onChange: (change: Partial<TouchArea>) => void;
  onRemove: () => void;
}
export function AreaRow({ number, area, controls, nameOf, onChange, onRemove }: AreaRowProps) {
  const t = useT();
  const isKnown = controls.some(({ id }) => id === area.control);
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Select
        label={t("machine.touchControl", { number })}
        value={area.control}
        options={[
          ...controls.map(({ id }) => ({ value: id, text: nameOf(id) })),
          ...(isKnown ? [] : [{ value: area.control, text: t("machine.touchGone", { control: area.control }) }]),
        ]}
        onChange={(control) => onChange({ control })}
        className="min-w-40 grow"
      />
      {SIDES.map((side) => (
        <Percent
          key={side}
          label={t(`machine.touch_${side}`)}
          value={area[side]}
          onChange={(value) => onChange(within({ ...area, [side]: value }))}
        />
      ))}
      <IconButton label={t("machine.touchRemove", { name: nameOf(area.control) })} onClick={onRemove}>
        <CloseIcon />
      </IconButton>
    </div>
  );
}

/** In hundredths of the picture. What is typed counts when the field is left. */
function Percent({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) {
  const shown = String(Math.round(value * 1_000) / 10);
  return (
    <label className="flex w-20 flex-col gap-1.5">
      <span className="text-sm font-medium text-muted">{label}</span>
      <input
        // Another value comes from the picture.
        key={shown}
        type="number"
        inputMode="decimal"
        min={0}
        max={100}
        step={0.5}
        defaultValue={shown}
        onBlur={({ currentTarget }) => {
          const typed = currentTarget.valueAsNumber;
          if (Number.isFinite(typed)) onChange(typed / 100);
          else currentTarget.value = shown;
        }}
        className="figures h-11 w-full rounded-md border border-edge bg-sunken px-2 text-base outline-none focus:border-gold focus:ring-1 focus:ring-gold"
      />
    </label>
  );
}
