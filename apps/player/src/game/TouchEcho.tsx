/** Shows where the machine's picture was tapped: the button is outlined for a moment, before the machine answers. */
import type { Placement } from "./picture.ts";
import type { Touched } from "./touch.ts";
import "./touchEcho.css";

export interface TouchEchoProps {
  open: boolean;
  echo: (Touched & { at: number }) | null;
  placement: Placement | null;
}
export default function TouchEcho({ echo, placement }: TouchEchoProps) {
  if (!echo || !placement) return null;
  const { x, y, width, height } = echo.area;
  return (
    // Each tap is an element of its own, which fades out once.
    <div
      key={echo.at}
      aria-hidden="true"
      data-part="echo"
      data-control={echo.control}
      className="touch-echo"
      style={{
        left: placement.left + x * placement.width,
        top: placement.top + y * placement.height,
        width: width * placement.width,
        height: height * placement.height,
      }}
    />
  );
}
