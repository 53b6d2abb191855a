/** The login form within a screen: the one of the page, which stands here as long as this is shown. */
import { useEffect, useEffectEvent, useRef } from "react";
import { openForm } from "./login/form.ts";

/** Needs the texts of `login`. `onDone` is called after the session has begun. */
export function LoginForm({ onDone }: { onDone: () => Promise<void> }) {
  const place = useRef<HTMLDivElement>(null);
  const done = useEffectEvent(onDone);
  useEffect(() => {
    const form = document.querySelector<HTMLFormElement>("#login-form");
    const home = form?.parentElement;
    if (!form || !home) return;
    form.hidden = false;
    place.current?.append(form);
    const close = openForm(form, () => done());
    return () => {
      close();
      home.append(form);
    };
  }, []);
  return <div ref={place} />;
}
