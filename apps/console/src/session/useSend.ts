/** Sends a form or an act: at most one request at a time, the server's refusal at its field or below the form. */
import { useRef, useState } from "react";
import { useMutation } from "@tanstack/react-query";
import { isApiError } from "../api/index.ts";
import { errorText } from "../i18n/index.ts";

export interface Send {
  busy: boolean;
  /** By field name, for `Form`. */
  errors: Record<string, string>;
  /** The error that belongs to no field; "" for none. */
  problem: string;
  /** Resolves when the work is done or refused. */
  send: (work: () => Promise<unknown>) => Promise<void>;
}

/** @param fieldOf the form's field by error code */
export function useSend(fieldOf: Readonly<Record<number, string>> = {}): Send {
  const [error, setError] = useState<unknown>(null);
  const { isPending, mutateAsync } = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
  });
  const sending = useRef(false);
  const field = isApiError(error) ? fieldOf[Number(error.code)] : undefined;
  const text = error === null ? "" : errorText(error);
  return {
    busy: isPending,
    errors: field === undefined ? {} : { [field]: text },
    problem: field === undefined ? text : "",
    async send(work) {
      // A second press comes before the page is drawn again with the first one.
      if (sending.current) return;
      sending.current = true;
      setError(null);
      await mutateAsync(work).catch(setError);
      sending.current = false;
    },
  };
}
