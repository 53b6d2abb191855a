/**
 * Asks before something is done without a live picture. A press that was refused is not sent afterwards: the player presses
 * again. `session/withoutPicture.ts` is the rule.
 */
import { useState } from "react";
import { toast } from "@reelcast/ui";
import { t } from "../i18n/index.ts";
import { isSeen, mayDo } from "../session/withoutPicture.ts";
import type { Act, AskedAct, PictureHere, Sight } from "../session/withoutPicture.ts";

export interface PictureQuestion {
  act: AskedAct;
  /** Of a deposit, minor units. */
  amount: number | undefined;
  goOn: () => void;
  onClose: () => void;
}
export interface PictureGuard {
  sight: Sight;
  question: PictureQuestion | null;
  /** Does it, or asks first. A press is only refused. @param amount of a deposit, minor units */
  guard: (act: Act, run: () => void, amount?: number) => void;
}

export function usePictureGuard(picture: PictureHere): PictureGuard {
  const [accepted, setAccepted] = useState(false);
  /** The press that was refused has started the picture. */
  const [started, setStarted] = useState(false);
  const [asked, setAsked] = useState<{ act: AskedAct; amount: number | undefined; run: () => void } | null>(null);
  const seen = isSeen(picture);
  // Each interruption has a question of its own.
  if (seen && accepted) setAccepted(false);
  if (seen && started) setStarted(false);
  // There is nothing left to ask. A deposit has been decided on, and waits for its answer.
  if (seen && asked !== null && asked.act !== "deposit") setAsked(null);
  const sight = { picture, accepted };
  const close = () => setAsked(null);
  return {
    sight,
    guard(act, run, amount) {
      if (mayDo(act, sight)) return run();
      if (act === "press" && picture?.kind === "waiting" && !started) {
        setStarted(true);
        return void toast.info(t("game.pressNotSent"), { id: "picture" });
      }
      // The question replaces what was said of the press before.
      toast.close("picture");
      setAsked({ act: act as AskedAct, amount, run });
    },
    question: asked && {
      act: asked.act,
      amount: asked.amount,
      goOn() {
        close();
        // Money on the machine is no consent to play without seeing it.
        setAccepted(!seen && asked.act !== "deposit");
        if (asked.act !== "press") asked.run();
      },
      onClose: close,
    },
  };
}
