/** Sends a form, at most one request at a time, and shows the server's errors at their fields. */
import { useRef, useState } from "react";
import { ErrorCode } from "@reelcast/contract";
import { useOnline } from "@reelcast/ui";
import { isApiError } from "../api/index.ts";
import { errorText } from "../i18n/index.ts";
import { useServerReachable } from "./serverReachable.ts";

interface At {
  field: string;
  /** Another text than the catalogue's. */
  text?: string;
}
/** The form's field by error code. */
export type FieldOf = Readonly<Record<number, At>>;
/** The form's field by the name that an InvalidRequest contains. */
export type FieldOfName = Readonly<Record<string, At>>;

/** The field that an error belongs to; null for none of this form. Pure. */
export function placeOf(error: unknown, fieldOf: FieldOf, fieldOfName: FieldOfName): At | null {
  if (!isApiError(error)) return null;
  const name = error.code === ErrorCode.InvalidRequest ? error.params["field"] : undefined;
  const named = typeof name === "string" && Object.hasOwn(fieldOfName, name) ? fieldOfName[name] : undefined;
  return named ?? fieldOf[Number(error.code)] ?? null;
}

export interface Submit {
  busy: boolean;
  /** By field name, for `Form`. */
  errors: Record<string, string>;
  /** The error that belongs to no field; "" for none. */
  problem: string;
  /** A second call while the first is under way does nothing. */
  submit: (work: () => Promise<void>) => Promise<void>;
  reset: () => void;
}

export function useSubmit(fieldOf: FieldOf, fieldOfName: FieldOfName = {}): Submit {
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState("");
  /** The problem is that there was no answer: it is over once there is a connection again. */
  const [unanswered, setUnanswered] = useState(false);
  const isOnline = useOnline();
  const isReachable = useServerReachable();
  const connected = isOnline && isReachable;
  const [wasConnected, setWasConnected] = useState(connected);
  if (wasConnected !== connected) {
    setWasConnected(connected);
    if (connected && unanswered) setProblem("");
  }
  const inFlight = useRef(false);
  const reset = () => {
    setErrors({});
    setProblem("");
  };
  async function submit(work: () => Promise<void>): Promise<void> {
    if (inFlight.current) return;
    inFlight.current = true;
    setBusy(true);
    // The errors at the fields stay until the answer: `Form` moves the focus at their next change.
    setProblem("");
    try {
      await work();
      reset();
    } catch (error) {
      const about = placeOf(error, fieldOf, fieldOfName);
      if (about) setErrors({ [about.field]: about.text ?? errorText(error) });
      else {
        setErrors({});
        setProblem(errorText(error));
        setUnanswered(isApiError(error, "network") || isApiError(error, "timeout"));
      }
    } finally {
      inFlight.current = false;
      setBusy(false);
    }
  }
  return { busy, errors, problem, submit, reset };
}
