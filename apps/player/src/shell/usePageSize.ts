/** How many rows a list fetches at a time: one choice for every list, kept in the browser. */
import { PAGE_SIZES } from "@reelcast/contract";
import { useState } from "react";
import { browserStore } from "../api/token.ts";

const PAGE_SIZE = "items_per_page";

/** @param first the size until the player has chosen one */
export function usePageSize(first: (typeof PAGE_SIZES)[number] = 25): [number, (size: number) => void] {
  const [size, setSize] = useState(() => {
    const stored = Number(browserStore.get(PAGE_SIZE));
    return PAGE_SIZES.find((choice) => choice === stored) ?? first;
  });
  return [
    size,
    (next) => {
      browserStore.set(PAGE_SIZE, String(next));
      setSize(PAGE_SIZES.find((choice) => choice === next) ?? first);
    },
  ];
}
