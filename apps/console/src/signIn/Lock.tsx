/**
 * Covers the page after a session ended by itself, and keeps everything below as it stands. The member who had the session signs in
 * here and goes on; somebody else begins anew.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ErrorCode } from "@reelcast/contract";
import { Button, CoverDialog } from "@reelcast/ui";
import { call, isApiError } from "../api/index.ts";
import { useT } from "../i18n/index.ts";
import { session } from "../session/store.ts";
import { useSend } from "../session/useSend.ts";
import { Mark } from "../shell/Mark.tsx";
import { Problem } from "../shell/Problem.tsx";
import { SignInSteps } from "./SignInSteps.tsx";

const WORDS = { own: "signIn.lockedText", expired: "signIn.wallExpired", ended: "signIn.wallEnded" } as const;

/** Goes on with a session that has begun here. Where the server can't say whose it is, it is kept for another try. */
function useGoOn(name: string | null) {
  const queries = useQueryClient();
  /** Of a session whose member is not known yet. */
  const [begun, setBegun] = useState<string | null>(null);
  const { busy, problem, send } = useSend();
  async function goOn(token: string): Promise<void> {
    setBegun(token);
    const me = await call("me", undefined, { token }).catch((error: unknown) => {
      // That session is over, too.
      if (isApiError(error, ErrorCode.TokenInvalid)) setBegun(null);
      throw error;
    });
    if (name !== null && me.name !== name) {
      // What stands on the page was read by somebody else.
      session.open(token);
      queries.clear();
      location.assign("/");
      return;
    }
    queries.setQueryData(["me"], me);
    session.open(token);
    await queries.invalidateQueries();
  }
  return { begun, busy, problem, goOn: (token: string) => void send(() => goOn(token)) };
}

interface LockProps {
  name: string | null;
  /** A session of the wall is over. */
  wall: "expired" | "ended" | null;
}
export default function Lock({ name, wall }: LockProps) {
  const t = useT();
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    card.current?.querySelector<HTMLElement>(name === null ? "input" : "input[type=password]")?.focus();
  }, [name]);
  const { begun, busy, problem, goOn } = useGoOn(name);
  return (
    <CoverDialog aria-labelledby="lock-title">
      <div ref={card} className="card flex w-full max-w-[408px] flex-col gap-5 p-6">
        <div className="flex flex-col gap-1.5">
          <h2 id="lock-title" className="flex items-center gap-2.5 text-xl font-semibold">
            <Mark />
            {t(wall === null ? "signIn.locked" : "signIn.wallOver")}
          </h2>
          <p className="text-muted">{t(WORDS[wall ?? "own"])}</p>
        </div>
        {begun === null ? (
          <SignInSteps {...(name !== null && { name })} onSignedIn={goOn} />
        ) : (
          <Button tone="main" busy={busy} onClick={() => goOn(begun)}>
            {t("shell.again")}
          </Button>
        )}
        <Problem text={problem} />
        {wall === null ? (
          <Button tone="quiet" onClick={() => session.end()}>
            {t("signIn.leave")}
          </Button>
        ) : null}
      </div>
    </CoverDialog>
  );
}
