/** Opens the drawer. Where the chat stands in there alone, the number of its unread messages is on this button. */
import { Suspense, useState } from "react";
import { IconButton, MenuIcon, cx } from "@reelcast/ui";
import { useT } from "../../i18n/index.ts";
import { WaitingMessages } from "../chat/laterMessages.ts";

interface MenuButtonProps {
  onClick: () => void;
  /** The bar has no button of the chat. */
  withChat?: boolean;
  className?: string;
}

export function MenuButton({ onClick, withChat = false, className }: MenuButtonProps) {
  const t = useT();
  const [waiting, setWaiting] = useState(0);
  return (
    <IconButton
      label={withChat && waiting > 0 ? t("chat.menuUnread", { count: waiting }) : t("shell.menu")}
      onClick={onClick}
      aria-haspopup="dialog"
      className={cx("relative", className)}
    >
      <MenuIcon size={24} className="rtl:-scale-x-100" />
      {withChat ? (
        <Suspense>
          <WaitingMessages onCount={setWaiting} />
        </Suspense>
      ) : null}
    </IconButton>
  );
}
