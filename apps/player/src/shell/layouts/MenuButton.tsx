/** Opens the drawer. */
import { useT } from "../../i18n/index.ts";
import { IconButton, MenuIcon } from "../../ui/index.ts";

export function MenuButton({ onClick, className = "" }: { onClick: () => void; className?: string }) {
  const t = useT();
  return (
    <IconButton label={t("shell.menu")} onClick={onClick} aria-haspopup="dialog" className={className}>
      <MenuIcon size={24} className="rtl:-scale-x-100" />
    </IconButton>
  );
}
