/** Remembers that something was true: what was opened once stays, so that it can slide out and give the focus back. */
import { useState } from "react";

export function useOnceTrue(value: boolean): boolean {
  const [was, setWas] = useState(value);
  if (value && !was) setWas(true);
  return was || value;
}
