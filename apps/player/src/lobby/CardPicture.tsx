/** The picture of a machine in React, or of its brand if its own can't be loaded. */
import { useState } from "react";
import type { Machine } from "@reelcast/contract";
import { cx } from "@reelcast/ui";
import { sizedPicture } from "./list.ts";

interface PictureProps {
  machine: Machine;
  /** Picture of its brand, if its own can't be loaded. */
  fallback: string | null;
  /** Width in pixels of the screen. */
  pixels: number;
}
export function CardPicture({ machine, fallback, pixels }: PictureProps) {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const own = machine.image ? sizedPicture(machine.image, pixels) : "";
  const source = [own, fallback ?? ""].find((one) => one !== "" && !failed.includes(one));
  if (source === undefined) return <span className="block aspect-4/3 bg-sunken" />;
  return (
    <img
      // An image keeps its old picture until the new one is loaded: of another machine, here.
      key={source}
      src={source}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setFailed([...failed, source])}
      className={cx("aspect-4/3 w-full bg-sunken", source === own ? "object-cover" : "object-contain p-6")}
    />
  );
}
