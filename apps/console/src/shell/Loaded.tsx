/** What a query brings, or what stands in its place: a skeleton while it loads, else what is wrong and a way to try again. */
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button, Message, Skeleton } from "@reelcast/ui";
import { errorText, useT } from "../i18n/index.ts";

export interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  /** Height of what is expected, for the skeleton. */
  height: string;
  children: (data: Data) => ReactNode;
}
/** In the place of what is on its way: announced in words, drawn as a skeleton. */
export function Loading({ height }: { height: string }) {
  const t = useT();
  return (
    <div role="status">
      <span className="sr-only">{t("shell.loading")}</span>
      <Skeleton className={height} />
    </div>
  );
}
export function Loaded<Data>({ query, height, children }: LoadedProps<Data>) {
  const t = useT();
  if (query.data !== undefined) return children(query.data);
  if (query.error)
    return (
      <Message title={t("shell.notLoaded")} text={errorText(query.error)}>
        <Button busy={query.isFetching} onClick={() => void query.refetch()}>
          {t("shell.again")}
        </Button>
      </Message>
    );
  return <Loading height={height} />;
}
