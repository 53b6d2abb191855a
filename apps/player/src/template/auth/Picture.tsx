/**
 * The picture next to a form: three reels behind glass, drawn in the colours of the scheme. Says nothing to a screen
 * reader.
 */
import { useId } from "react";
import type { ReactNode } from "react";
import { cx } from "@reelcast/ui";

/** Symbols within 60 × 60, about their middle. */
const SEVEN = (
  <path
    d="M-20-24h40v9C8-2 2 10 1 25h-15C-13 11-7-1 3-12h-23Z"
    className="fill-credit stroke-surface/60"
    strokeWidth={1.5}
  />
);
const STAR = (
  <path
    d="m0-26 7.6 16.2 17.7 2.2L12.2 4.5l3.4 17.6L0 13.4l-15.6 8.7 3.4-17.6-13.1-12.1 17.7-2.2Z"
    className="fill-gold"
  />
);
const BELL = (
  <>
    <path d="M0-24c11 0 16 9 16 20 0 9 3 13 7 16h-46c4-3 7-7 7-16 0-11 5-20 16-20Z" className="fill-discount" />
    <circle cy="17" r="5.5" className="fill-hot" />
  </>
);
const CHERRIES = (
  <>
    <path d="M-12 6C-10-8-2-18 12-23M10 8C10-6 11-14 12-23" fill="none" className="stroke-cash" strokeWidth={3.5} />
    <circle cx="-13" cy="12" r="11" className="fill-error" />
    <circle cx="11" cy="14" r="11" className="fill-error" />
    <circle cx="-16.5" cy="8" r="3" className="fill-text/60" />
    <circle cx="7.5" cy="10" r="3" className="fill-text/60" />
  </>
);
const GEM = (
  <>
    <path d="M-15-20h30L26-5 0 25-26-5Z" className="fill-bonus" />
    <path d="M-26-5h52M-15-20-8-5 0 25 8-5 15-20" fill="none" className="stroke-surface/50" strokeWidth={2} />
  </>
);
const REELS: readonly (readonly ReactNode[])[] = [
  [CHERRIES, SEVEN, GEM],
  [STAR, SEVEN, BELL],
  [GEM, SEVEN, CHERRIES],
];
const LAMPS = ["fill-chip-blue", "fill-chip-green", "fill-gold", "fill-chip-purple", "fill-chip-red"];

function Machine({ className }: { className?: string }) {
  const id = useId();
  const glass = `${id}glass`;
  return (
    <svg viewBox="0 0 360 330" aria-hidden="true" className={className}>
      <defs>
        <linearGradient id={glass} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--color-sunken)" />
          <stop offset=".28" stopColor="var(--color-sunken)" stopOpacity=".25" />
          <stop offset=".5" stopColor="var(--color-sunken)" stopOpacity="0" />
          <stop offset=".72" stopColor="var(--color-sunken)" stopOpacity=".25" />
          <stop offset="1" stopColor="var(--color-sunken)" />
        </linearGradient>
        {REELS.map((_, reel) => (
          <clipPath key={reel} id={`${id}reel${reel}`}>
            <rect x={42 + reel * 95} y="78" width="86" height="168" rx="10" />
          </clipPath>
        ))}
      </defs>
      <path d="M40 62C60 14 300 14 320 62Z" className="fill-lifted stroke-gold/50" strokeWidth={2} />
      {Array.from({ length: 9 }, (_, lamp) => (
        <circle
          key={lamp}
          cx={76 + lamp * 26}
          cy={54 - 18 * Math.sin((Math.PI * (lamp + 1)) / 10)}
          r="4.5"
          className={lamp % 2 === 0 ? "fill-gold" : "fill-gold/35"}
        />
      ))}
      <rect x="20" y="58" width="320" height="252" rx="26" className="fill-raised stroke-line" strokeWidth={2} />
      <rect x="33" y="69" width="294" height="186" rx="18" className="fill-sunken stroke-gold/40" strokeWidth={2} />
      {REELS.map((symbols, reel) => (
        <g key={reel} clipPath={`url(#${id}reel${reel})`}>
          <rect x={42 + reel * 95} y="78" width="86" height="168" className="fill-lifted" />
          {symbols.map((symbol, row) => (
            <g key={row} transform={`translate(${85 + reel * 95} ${92 + row * 70})`}>
              {symbol}
            </g>
          ))}
          <rect x={42 + reel * 95} y="78" width="86" height="168" fill={`url(#${glass})`} />
        </g>
      ))}
      <path d="M34 162h292" className="stroke-gold/70" strokeWidth={2} strokeDasharray="2 7" strokeLinecap="round" />
      <path d="m28 153 12 9-12 9ZM332 153l-12 9 12 9Z" className="fill-gold" />
      {LAMPS.map((colour, lamp) => (
        <rect key={colour} x={48 + lamp * 56} y="271" width="40" height="22" rx="11" className={colour} />
      ))}
    </svg>
  );
}

/** Fills its container. `children` are below the machine. */
export function Picture({ className, children }: { className?: string; children?: ReactNode }) {
  return (
    <div
      className={cx(
        "relative isolate flex flex-col items-center justify-center gap-6 overflow-hidden bg-sunken p-6 text-center",
        className,
      )}
    >
      <div
        aria-hidden="true"
        className="absolute inset-0 -z-10 bg-[radial-gradient(65%_55%_at_50%_42%,color-mix(in_oklab,var(--color-gold)_26%,transparent),transparent),radial-gradient(50%_45%_at_12%_95%,color-mix(in_oklab,var(--color-chip-purple)_24%,transparent),transparent),radial-gradient(50%_45%_at_92%_8%,color-mix(in_oklab,var(--color-bonus)_16%,transparent),transparent)]"
      />
      <Machine className="min-h-0 w-full max-w-[420px] shrink" />
      {children}
    </div>
  );
}
