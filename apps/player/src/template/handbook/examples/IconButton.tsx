/** An icon, with a label for users who can't see it. */
import { useState } from "react";
import { EyeIcon, EyeOffIcon, IconButton } from "@reelcast/ui";
import { useT } from "../../../i18n/index.ts";

export default function IconButtonExample() {
  const t = useT();
  const [shown, setShown] = useState(false);
  return (
    <div className="flex items-center gap-3">
      <IconButton label={t(shown ? "handbook.exHide" : "handbook.exShow")} onClick={() => setShown(!shown)}>
        {shown ? <EyeOffIcon /> : <EyeIcon />}
      </IconButton>
      <span className="figures">{shown ? "1234" : "••••"}</span>
    </div>
  );
}
