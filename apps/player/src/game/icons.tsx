/** Drawings that only the game needs. */
import type { IconProps } from "../ui/index.ts";

function icon(path: string) {
  return function Icon({ size = 20, ...rest }: IconProps) {
    return (
      <svg
        viewBox="0 0 24 24"
        width={size}
        height={size}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
        {...rest}
      >
        <path d={path} />
      </svg>
    );
  };
}

export const SignalIcon = icon("M5 18v-3M10 18v-6M15 18V9M20 18V5");
export const FullscreenIcon = icon("M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5");
export const FullscreenEndIcon = icon("M9 4v5H4M15 4v5h5M9 20v-5H4M15 20v-5h5");
export const SoundIcon = icon("M4.5 9.5v5H8l4.5 4v-13L8 9.5H4.5ZM16 9.2a4 4 0 0 1 0 5.6M18.6 6.8a7.5 7.5 0 0 1 0 10.4");
export const MutedIcon = icon("M4.5 9.5v5H8l4.5 4v-13L8 9.5H4.5ZM16.5 10l4 4m0-4-4 4");
export const CropIcon = icon("M7 3v14h14M3 7h14v14");
export const RotateIcon = icon("M5 4.5h6v11H5zM14 19.5h5.5v-6M15 5.5a6 6 0 0 1 4.5 5m0 0 2-2m-2 2-2-2");
export const AutoplayIcon = icon(
  "M4.5 12a7.5 7.5 0 0 1 13-5.1l2 2.1m0-4.5V9H15M19.5 12a7.5 7.5 0 0 1-13 5.1l-2-2.1m0 4.5V15H9",
);
export const OptionsIcon = icon("M4 7h9M17 7h3M4 17h3M11 17h9M15 4.8v4.4M9 14.8v4.4");
export const LinkOutIcon = icon(
  "M13.5 4.5h6v6M19.5 4.5 11 13M16 14v4.5a1 1 0 0 1-1 1H5.5a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1H10",
);
