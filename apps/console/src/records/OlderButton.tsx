/** Reads the entries before those that are shown; nothing where there are none. */
import { Button } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";

interface OlderButtonProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
}
export function OlderButton({ query }: OlderButtonProps) {
  const t = useT();
  return query.hasNextPage ? (
    <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()} className="self-center">
      {t("records.older")}
    </Button>
  ) : null;
}
