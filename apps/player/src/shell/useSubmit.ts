/** Sends a form once at a time, and puts what the server refuses onto the fields that it is about. */
import { useRef, useState } from "react";
import { ErrorCode } from "@reelcast/contract";
import { isApiError } from "../api/index.ts";
import { errorText } from "../i18n/index.ts";

interface At {
  field: string;
  /** Other words than the catalogue's. */
  text?: string;
}
/** Which field of the form a code of the catalogue is about. */
export type FieldOf = Readonly<Record<number, At>>;
/** Which field of the form shows what is sent under a name: an invalid request (InvalidRequest) says the name. */
export type FieldOfName = Readonly<Record<string, At>>;

/** The field that a refusal is about; null where it is about none that this form has. Pure. */
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
  /** What is about no field; "" for nothing. */
  problem: string;
  /** A second call while the first is under way does nothing. */
  submit: (work: () => Promise<void>) => Promise<void>;
  reset: () => void;
}

export function useSubmit(fieldOf: FieldOf, fieldOfName: FieldOfName = {}): Submit {
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState("");
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
      }
    } finally {
      inFlight.current = false;
      setBusy(false);
    }
  }
  return { busy, errors, problem, submit, reset };
}
