/** Two drawings that only the game needs. */
import type { IconProps } from "../ui/index.ts";

const base = {
  viewBox: "0 0 24 24",
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 1.75,
  strokeLinecap: "round",
  strokeLinejoin: "round",
  "aria-hidden": true,
  focusable: false,
} as const;

export function SignalIcon({ size = 20, ...rest }: IconProps) {
  return (
    <svg {...base} width={size} height={size} {...rest}>
      <path d="M5 18v-3M10 18v-6M15 18V9M20 18V5" />
    </svg>
  );
}
export function FullscreenIcon({ size = 20, ...rest }: IconProps) {
  return (
    <svg {...base} width={size} height={size} {...rest}>
      <path d="M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5" />
    </svg>
  );
}
