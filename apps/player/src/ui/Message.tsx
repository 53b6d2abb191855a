/** Stands where a list would: there is nothing, or it could not be fetched, and what can be done about it. */
import type { ReactNode } from "react";

export interface MessageProps {
  title: string;
  text: string;
  children?: ReactNode;
}

export function Message({ title, text, children }: MessageProps) {
  return (
    <div className="flex flex-col items-center gap-3 py-16 text-center">
      <h2 className="text-xl font-semibold">{title}</h2>
      <p className="max-w-md text-muted">{text}</p>
      {children}
    </div>
  );
}
