/** The screen that says why the app does not start, and what helps. */
import { useEffect, useState } from "react";
import { ErrorCode } from "@reelcast/contract";
import { Button } from "@reelcast/ui";
import { countryName, errorText, loadTexts, useLanguage, useT } from "../i18n/index.ts";
import { LanguageSelect } from "../shell/LanguageSelect.tsx";
import type { StartupBlocker } from "./checks.ts";

function useWords(blocker: StartupBlocker) {
  const t = useT();
  const language = useLanguage();
  switch (blocker.kind) {
    case "browser":
      return { title: t("startup.browserTitle"), text: t("startup.browserText"), hints: [] };
    case "webrtc":
      return {
        title: t("startup.webrtcTitle"),
        text: t("startup.webrtcText"),
        hints: [t("startup.webrtcHintSetting"), t("startup.webrtcHintVpn"), t("startup.webrtcHintBrowser")],
      };
    case "country": {
      const country = countryName(blocker.country, language);
      return {
        title: t("startup.countryTitle"),
        text:
          country === ""
            ? t("startup.countryUnknown", { ip: blocker.ip })
            : t("startup.countryText", { country, ip: blocker.ip }),
        hints: [],
      };
    }
    case "ipFailed":
      return { title: t("shell.crashTitle"), text: t("startup.ipFailed"), hints: [] };
    case "failed":
      return {
        title: blocker.error.code === ErrorCode.ServiceUnavailable ? t("startup.notReadyTitle") : t("shell.crashTitle"),
        text: errorText(blocker.error),
        hints: [],
      };
  }
}

/** Time between automatic retries while the server is not ready; up to the same again at random. */
const AGAIN_MS = 2_000;

export interface StartupBlockerScreenProps {
  blocker: StartupBlocker;
  /** Continues without live video. */
  onContinue: () => void;
  /** Retries. */
  onAgain: () => void;
}

/** What the player can do now. */
function Ways({ blocker, onContinue }: Pick<StartupBlockerScreenProps, "blocker" | "onContinue">) {
  const t = useT();
  return (
    <div className="flex flex-wrap gap-3 pt-2">
      {blocker.kind === "browser" ? (
        <>
          <a
            className="inline-flex min-h-11 items-center rounded-md bg-gold px-5 font-semibold text-on-gold"
            href="https://www.google.com/chrome/"
            rel="noopener noreferrer"
          >
            Google Chrome
          </a>
          <a
            className="inline-flex min-h-11 items-center rounded-md border border-edge px-5 font-semibold"
            href="https://www.apple.com/safari/"
            rel="noopener noreferrer"
          >
            Apple Safari
          </a>
        </>
      ) : (
        <Button tone="main" onClick={() => location.reload()}>
          {t("startup.tryAgain")}
        </Button>
      )}
      {blocker.kind === "webrtc" ? <Button onClick={onContinue}>{t("startup.withoutVideo")}</Button> : null}
    </div>
  );
}

function Screen({ blocker, onContinue, onAgain }: StartupBlockerScreenProps) {
  const t = useT();
  const language = useLanguage();
  const { title, text, hints } = useWords(blocker);
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    if (blocker.kind !== "failed" || blocker.error.code !== ErrorCode.ServiceUnavailable) return;
    const timer = setTimeout(onAgain, AGAIN_MS * (1 + Math.random()));
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- each answer is another blocker
  }, [blocker]);
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6">
      <div
        role="alert"
        className="flex w-full max-w-lg flex-col gap-4 rounded-xl border border-line bg-raised p-6 sm:p-8"
      >
        <h1 className="text-2xl font-semibold">{title}</h1>
        <p className="text-muted">{text}</p>
        {hints.length > 0 ? (
          <ul className="flex list-disc flex-col gap-2 ps-5 text-muted">
            {hints.map((hint) => (
              <li key={hint}>{hint}</li>
            ))}
          </ul>
        ) : null}
        {blocker.kind === "country" ? (
          <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 rounded-lg border border-line bg-sunken p-4">
            {blocker.country === "" ? null : (
              <>
                <dt className="text-muted">{t("startup.country")}</dt>
                <dd>{countryName(blocker.country, language)}</dd>
              </>
            )}
            <dt className="text-muted">{t("startup.ip")}</dt>
            <dd className="figures">
              <bdi>{blocker.ip}</bdi>
            </dd>
          </dl>
        ) : null}
        <Ways blocker={blocker} onContinue={onContinue} />
      </div>
      <LanguageSelect className="w-full max-w-lg justify-center" />
    </main>
  );
}

export default function StartupBlockerScreen(props: StartupBlockerScreenProps) {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    void loadTexts("startup").then(() => {
      setReady(true);
      document.body.dataset["ready"] = "true";
    });
  }, []);
  return ready ? <Screen {...props} /> : null;
}
