/** The reels of a machine in play, over the lower part of its picture: a new picture every few seconds while it is in sight. */
import { useEffect, useRef } from "react";
import { watchStill } from "./watchStill.ts";

export function Still({ id }: { id: number }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => (image.current ? watchStill(id, image.current) : undefined), [id]);
  return <img ref={image} alt="" className="machine-still" />;
}
