/** The keys of a disclosure navigation: a row of entries, and lists that open from it. */
export type KeyAction = "next" | "previous" | "first" | "last" | "open" | "close";

/** `row`: the outermost level, from start to end; else a list from top to bottom. null: the key does nothing here. */
export function keyAction(key: string, { row, rtl }: { row: boolean; rtl: boolean }): KeyAction | null {
  const forward = rtl ? "ArrowLeft" : "ArrowRight";
  const back = rtl ? "ArrowRight" : "ArrowLeft";
  const actions: Record<string, KeyAction> = {
    [row ? forward : "ArrowDown"]: "next",
    [row ? back : "ArrowUp"]: "previous",
    [row ? "ArrowDown" : forward]: "open",
    ...(!row && { [back]: "close" }),
    Home: "first",
    End: "last",
    Escape: "close",
  };
  return actions[key] ?? null;
}

/** The index of the next focus among `count`; wraps around at both ends. */
export function nextIndex(action: "next" | "previous" | "first" | "last", present: number, count: number): number {
  if (action === "first") return 0;
  if (action === "last") return count - 1;
  return (present + (action === "next" ? 1 : -1) + count) % count;
}
