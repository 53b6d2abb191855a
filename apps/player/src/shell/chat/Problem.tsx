/** Stands where something could not be fetched, and asks for it again where that helps. */
import { useT } from "../../i18n/index.ts";
import { Button, RefreshIcon } from "../../ui/index.ts";

export function Problem({ text, onRetry }: { text: string; onRetry?: () => void }) {
  const t = useT();
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-4 py-10 text-center text-sm text-muted">
      <p>{text}</p>
      {onRetry ? (
        <Button icon={<RefreshIcon size={18} />} onClick={onRetry}>
          {t("shell.retry")}
        </Button>
      ) : null}
    </div>
  );
}
