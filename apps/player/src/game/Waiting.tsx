/** What is waited for, in a line at the lower edge of the picture: what is seen meanwhile stays in sight. */
import type { ReactNode } from "react";
import { SpinnerIcon } from "@reelcast/ui";

export function Waiting({ children }: { children: ReactNode }) {
  return (
    <p
      role="status"
      className="absolute inset-x-0 bottom-3 z-10 mx-auto flex w-fit max-w-[90%] items-center gap-2 rounded-full bg-sunken/85 px-4 py-1.5 text-sm"
    >
      <SpinnerIcon size={16} />
      {children}
    </p>
  );
}
