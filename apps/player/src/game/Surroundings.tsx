/**
 * What is around a picture that has another shape than its room: its own colours, without any detail, so that no edge of the
 * screen is dead. A canvas of a few points is drawn once a second, and the browser makes it large.
 */
import { useEffect, useRef } from "react";
import type { RefObject } from "react";

const COLUMNS = 16;
const ROWS = 9;
const EVERY_MS = 1_000;

export interface SurroundingsProps {
  open: boolean;
  video: RefObject<HTMLVideoElement | null>;
}

export default function Surroundings({ open, video }: SurroundingsProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!open) return;
    const draw = () => {
      const [from, to] = [video.current, canvas.current?.getContext("2d")];
      if (from && to && from.videoWidth > 0 && !document.hidden) to.drawImage(from, 0, 0, COLUMNS, ROWS);
    };
    draw();
    const timer = setInterval(draw, EVERY_MS);
    return () => clearInterval(timer);
  }, [open, video]);
  return (
    <canvas
      ref={canvas}
      width={COLUMNS}
      height={ROWS}
      aria-hidden="true"
      data-part="surroundings"
      className="absolute inset-0 size-full opacity-35 forced-colors:hidden"
    />
  );
}
