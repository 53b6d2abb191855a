/** The pages that the search and the shortcuts know, by their names in the language of this moment. */
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { useT } from "../../i18n/index.ts";
import { flatten, useNavigation } from "../navigation/index.ts";
import type { Destination } from "../navigation/index.ts";

export interface Place extends Omit<Destination, "title" | "path"> {
  title: string;
  /** Titles of its parents; empty at the outermost level. */
  within: string;
}

/** The pages that this visitor may see. */
export function usePlaces(): readonly Place[] {
  const t = useT();
  const navigation = useNavigation();
  return useMemo(
    () =>
      flatten(navigation).map(({ title, path, ...place }) => ({
        ...place,
        title: t(title),
        within: path.map((one) => t(one)).join(" › "),
      })),
    [navigation, t],
  );
}

/** Navigates within the app, or opens an external link in its tab. */
export function useGoTo(): (place: Pick<Place, "url" | "target">) => void {
  const navigate = useNavigate();
  return ({ url, target }) => {
    if (target) globalThis.open(url, target, "noopener");
    else void navigate({ href: url });
  };
}
