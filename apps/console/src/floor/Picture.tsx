/** A machine's picture: its drawn cabinet, the reels as they stand now over it, and the live picture where it is watched. */
import { Suspense, useEffect, useRef } from "react";
import { createStillPictures } from "@reelcast/client/stillPictures";
import type { MachineTile } from "@reelcast/contract/console";
import { lazyPart } from "../i18n/lazyPart.ts";
import { call } from "../api/index.ts";

const watchStill = createStillPictures((machines) => call("floorStills", { query: { machines } }));
const Live = lazyPart(() => import("./LivePicture.tsx"), "floor");

export interface PictureProps {
  machine: Pick<MachineTile, "id" | "image">;
  /** Shows the live picture in place of the others. Each watching is in the audit log. */
  live: boolean;
}
export function Picture({ machine: { id, image }, live }: PictureProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => (box.current ? watchStill(id, box.current) : undefined), [id]);
  return (
    <div className="machine-picture">
      {image === null ? null : <img src={`${image}?w=480`} alt="" loading="lazy" decoding="async" />}
      <div ref={box} className="absolute inset-0" />
      {live ? (
        <Suspense>
          <Live machineId={id} controls={false} />
        </Suspense>
      ) : null}
    </div>
  );
}
