/** Sends a form once at a time, and puts what the server refuses onto the fields that it is about. */
import { useRef, useState } from "react";
import { isApiError } from "../api/index.ts";
import { errorText } from "../i18n/index.ts";

/** Which field a code of the catalogue is about, and other words for it than the catalogue's. */
export type FieldOf = Readonly<Record<number, { field: string; text?: string }>>;

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

export function useSubmit(fieldOf: FieldOf): Submit {
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
      const about = isApiError(error) ? fieldOf[Number(error.code)] : undefined;
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
