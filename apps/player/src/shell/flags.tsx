/** Flags next to the names of languages. Decoration only. */
import type { Language } from "@reelcast/contract";
import type { ReactNode } from "react";

const FLAGS: Record<Language, ReactNode> = {
  tr: (
    <>
      <path fill="#e30a17" d="M0 0h24v16H0z" />
      <circle cx="8.8" cy="8" r="4" fill="#fff" />
      <circle cx="9.9" cy="8" r="3.2" fill="#e30a17" />
      <polygon
        fill="#fff"
        points="12.3,8.0 13.8,7.5 13.8,6.0 14.6,7.2 16.1,6.8 15.2,8.0 16.1,9.2 14.6,8.8 13.8,10.0 13.8,8.5"
      />
    </>
  ),
  en: (
    <>
      <path fill="#012169" d="M0 0h24v16H0z" />
      <path stroke="#fff" strokeWidth="3.2" d="m0 0 24 16M24 0 0 16" />
      <path stroke="#c8102e" strokeWidth="1.2" d="m0 0 24 16M24 0 0 16" />
      <path stroke="#fff" strokeWidth="5" d="M12 0v16M0 8h24" />
      <path stroke="#c8102e" strokeWidth="3" d="M12 0v16M0 8h24" />
    </>
  ),
  // No state's: the green field and the crescent of the Arab League.
  ar: (
    <>
      <path fill="#007a3d" d="M0 0h24v16H0z" />
      <circle cx="12" cy="8" r="4.6" fill="#fff" />
      <circle cx="12" cy="6.6" r="3.7" fill="#007a3d" />
    </>
  ),
};

export function Flag({ language }: { language: Language }) {
  return (
    <svg viewBox="0 0 24 16" aria-hidden="true" className="h-4 w-6 shrink-0 rounded-xs">
      {FLAGS[language]}
    </svg>
  );
}
