/**
 * The light, the sound and the vibration of a celebration. The light is around the picture and behind everything that is
 * read or pressed. Nothing of it with reduced motion: the text says it all.
 */
import { useEffect, useLayoutEffect, useRef } from "react";
import { cx } from "@reelcast/ui";
import type { Celebration as Celebrated } from "../../session/winPresentation.ts";
import type { SeatView } from "../../session/seat.ts";
import { playCount, playFanfare } from "./sound.ts";
import { hasReducedMotion, shownMs, tierOf } from "./timing.ts";
import { WinCard } from "./WinCard.tsx";

/** Milliseconds on and off. */
const VIBRATIONS = { 1: [40], 2: [40, 60, 40], 3: [60, 60, 60, 60, 120] } as const;
const BRIGHTNESS = { 1: 0.55, 2: 0.8, 3: 1 } as const;

export interface CelebrationProps {
  open: boolean;
  view: SeatView;
  celebration: Celebrated | null;
}

export default function Celebration({ view, celebration }: CelebrationProps) {
  if (!celebration || hasReducedMotion()) return null;
  const tier = tierOf(celebration);
  return (
    <>
      {tier === 0 ? null : <Light key={celebration.id} celebration={celebration} tier={tier} />}
      <WinCard view={view} celebration={celebration} />
    </>
  );
}

/** Swells as often as its tier says, and fades. */
function swell(element: HTMLElement, tier: 1 | 2 | 3, duration: number): void {
  const pulses = Array.from({ length: tier }, () => [BRIGHTNESS[tier], BRIGHTNESS[tier] * 0.35]).flat();
  element.animate({ opacity: [0, ...pulses, 0] }, { duration, easing: "ease-in-out", fill: "both" });
}

function Light({ celebration, tier }: { celebration: Celebrated; tier: 1 | 2 | 3 }) {
  const room = useRef<HTMLDivElement>(null);
  const rim = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    for (const { current } of [room, rim]) if (current) swell(current, tier, shownMs(celebration));
  }, [celebration, tier]);
  useEffect(() => {
    const endSound = playFanfare(tier);
    const endCount = celebration.kind === "freeSpinsStart" ? undefined : playCount(shownMs(celebration) / 1000);
    // Missing in Safari and on desktops without a motor.
    navigator.vibrate?.([...VIBRATIONS[tier]]);
    return () => {
      endSound();
      endCount?.();
      navigator.vibrate?.(0);
    };
  }, [celebration, tier]);
  const bonus = celebration.kind !== "win";
  return (
    <div
      aria-hidden="true"
      data-part="light"
      className={cx(
        "pointer-events-none contents",
        bonus ? "[--light:var(--color-bonus)]" : "[--light:var(--color-gold)]",
      )}
    >
      <div
        ref={room}
        className="pointer-events-none fixed inset-0 -z-10 bg-[radial-gradient(ellipse_90%_75%_at_50%_32%,color-mix(in_srgb,var(--light)_60%,transparent),transparent)]"
      />
      <div
        ref={rim}
        className="pointer-events-none absolute inset-0 shadow-[inset_0_0_0_3px_var(--light),inset_0_0_8px_2px_var(--light)]"
      />
    </div>
  );
}
