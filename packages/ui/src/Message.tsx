/** In place of a list: it is empty or could not be loaded, and what can be done about it. */
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
