import LoaderCircleIcon from "lucide-react/icons/loader-circle";
import { cx } from "./cx.ts";
import type { IconProps } from "./icons.ts";

/** Turns while something is under way. */
export function SpinnerIcon({ className, ...rest }: IconProps) {
  return <LoaderCircleIcon {...rest} className={cx("origin-center animate-[spin_.8s_linear_infinite]", className)} />;
}
