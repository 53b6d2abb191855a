/** A button that opens a list of choices, one of which is chosen. */
import { Menu as BaseMenu } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";
import { CheckIcon } from "./icons.tsx";

export interface ChoiceMenuProps<V extends string> {
  trigger: ReactElement;
  value: V;
  onChoose: (value: V) => void;
  choices: readonly { value: V; label: ReactNode; lang?: string }[];
}

export function ChoiceMenu<V extends string>({ trigger, value, onChoose, choices }: ChoiceMenuProps<V>) {
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner sideOffset={6} align="end" className="z-50">
          <BaseMenu.Popup className="min-w-44 rounded-lg border border-line bg-raised p-1 shadow-popup transition-[opacity,scale] outline-none data-ending-style:scale-97 data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0">
            <BaseMenu.RadioGroup value={value} onValueChange={onChoose}>
              {choices.map((choice) => (
                <BaseMenu.RadioItem
                  key={choice.value}
                  value={choice.value}
                  closeOnClick
                  lang={choice.lang}
                  className="flex min-h-11 items-center justify-between gap-4 rounded-md px-3 outline-none select-none data-highlighted:bg-lifted"
                >
                  {choice.label}
                  <BaseMenu.RadioItemIndicator>
                    <CheckIcon className="text-gold" />
                  </BaseMenu.RadioItemIndicator>
                </BaseMenu.RadioItem>
              ))}
            </BaseMenu.RadioGroup>
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}
