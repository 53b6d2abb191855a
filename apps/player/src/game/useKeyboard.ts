/** The keyboard as a button deck: Space and Enter for the main button, the letters on the controls for the others. */
import { useEffect, useRef } from "react";
import type { SeatView } from "../session/seat.ts";
import { isKeyTaken } from "./keys.ts";

export interface KeyActions {
  main: () => void;
  press: (control: string) => void;
  autoplay: () => void;
  deposit: () => void;
  withdraw: () => void;
  fullscreen: () => void;
  help: () => void;
}

export function useKeyboard(view: SeatView, actions: KeyActions): void {
  const latest = useRef({ view, actions });
  useEffect(() => {
    latest.current = { view, actions };
  });
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (event.repeat || isKeyTaken(event)) return;
      const { target } = event;
      // What has the focus comes first: a link and a button have their own Space and Enter.
      if (target instanceof Element && target.closest("a")) return;
      const { view: now, actions: act } = latest.current;
      const onButton = target instanceof Element && target.closest("button") !== null;
      if (event.key === " " || event.key === "Enter") {
        if (onButton) return;
        event.preventDefault();
        return act.main();
      }
      const key = event.key.toLowerCase();
      const control = now.machine?.bands.flatMap(({ controls }) => controls).find((one) => one.key === key);
      if (control && now.meters?.controls[control.id] === true) return act.press(control.id);
      if (key === "d") act.deposit();
      else if (key === "w") act.withdraw();
      else if (key === "l") act.autoplay();
      else if (key === "f") act.fullscreen();
      else if (key === "?") act.help();
    }
    globalThis.addEventListener("keydown", onKey);
    return () => globalThis.removeEventListener("keydown", onKey);
  }, []);
}
