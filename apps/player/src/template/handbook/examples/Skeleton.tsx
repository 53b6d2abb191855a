/** As large as what comes, so that nothing jumps. */
import { Skeleton } from "@reelcast/ui";

export default function SkeletonExample() {
  return (
    <div className="flex max-w-sm flex-col gap-3">
      <Skeleton className="h-24" />
      <Skeleton className="h-5 w-2/3" />
    </div>
  );
}
