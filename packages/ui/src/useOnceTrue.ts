/** Whether something was ever true: a part that was opened once stays mounted for its closing animation. */
import { useState } from "react";

export function useOnceTrue(value: boolean): boolean {
  const [was, setWas] = useState(value);
  if (value && !was) setWas(true);
  return was || value;
}
