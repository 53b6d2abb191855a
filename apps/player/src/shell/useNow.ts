/** The current time, for names of days: a panel may stay open over midnight. */
import { useEffect, useState } from "react";

const MINUTE_MS = 60_000;

/** Changes every minute. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
