/** Size and stroke of all icons below. */
import { LucideProvider } from "lucide-react";
import type { ReactNode } from "react";

export function IconStyle({ children }: { children: ReactNode }) {
  return (
    <LucideProvider size={20} strokeWidth={1.75}>
      {children}
    </LucideProvider>
  );
}
