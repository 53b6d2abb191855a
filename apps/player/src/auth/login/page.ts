/**
 * The login page: the form, or why there is none here, the ways to a human, and the choice of language and look. It is
 * part of the page that the server sends (index.html) and needs no framework; what is behind a press is fetched with it.
 */
import { telegramLink, whatsappLink } from "@reelcast/contract";
import type { Language } from "@reelcast/contract";
import { retryUntilLoaded } from "@reelcast/ui/retryUntilLoaded";
import { drawToasts } from "@reelcast/ui/toast";
import { onSettingsChange, settings } from "../../api/index.ts";
import { i18n, t } from "../../i18n/catalogue.ts";
import { LANGUAGE_NAMES, chooseLanguage, offersLanguages } from "../../shell/language.ts";
import { hasChat } from "../../support/ways.ts";
import { openForm } from "./form.ts";
import { fillTexts, partOf } from "./parts.ts";

export interface LoginPageOptions {
  /** The session has begun. The form stays busy until this has resolved. */
  onDone: () => Promise<void>;
  /** The first touch of the page by its visitor. */
  onTouch?: () => void;
  /** Messages are shown here, since nothing else on the page does. */
  notices?: boolean;
}

const fetchDialogs = () => retryUntilLoaded(() => import("./dialogs.tsx"));

function showWay(page: HTMLElement, name: "whatsapp" | "telegram", href: string | null): void {
  const link = partOf(page, name) as HTMLAnchorElement;
  link.hidden = href === null;
  if (href !== null) link.href = href;
}
/** The links that the operator has set up, and the live chat. */
function showSupport(page: HTMLElement): void {
  const { support } = settings();
  const whatsapp = whatsappLink(support.whatsapp);
  const telegram = telegramLink(support.telegram);
  showWay(page, "whatsapp", whatsapp);
  showWay(page, "telegram", telegram);
  const chat = partOf(page, "chat");
  chat.hidden = !hasChat();
  partOf(page, "support").hidden = chat.hidden && whatsapp === null && telegram === null;
}
function showLanguages(page: HTMLElement): void {
  const label = partOf(page, "language");
  label.hidden = !offersLanguages(settings());
  const choice = label.querySelector("select");
  if (!choice) return;
  choice.replaceChildren(
    ...settings().languages.map((language) => {
      const name = t(LANGUAGE_NAMES[language]);
      return Object.assign(document.createElement("option"), { value: language, textContent: name });
    }),
  );
  choice.value = i18n.locale;
}
/** The last message; it stays, since it says why somebody has to log in again. */
function showNotices(page: HTMLElement): () => void {
  const place = partOf(page, "notice");
  let shown = "";
  return drawToasts({
    add({ id, description }) {
      shown = id;
      place.textContent = description;
    },
    close(id) {
      if (id === shown) place.textContent = "";
    },
  });
}

/** Shows the login, which needs its texts. @returns the function that hides it again */
export function showLogin({ onDone, onTouch, notices = false }: LoginPageOptions): () => void {
  const page = document.getElementById("login");
  const form = page?.querySelector("form");
  if (!page || !form) throw new Error("the page has no login");
  const ended = new AbortController();
  const { signal } = ended;
  const draw = () => {
    const { tokenLogin, menuTitle } = settings();
    fillTexts(page);
    partOf(page, "product").textContent = menuTitle;
    document.title = t("shell.documentTitle", { page: t("shell.login"), product: menuTitle });
    partOf(page, "lead").textContent = t(tokenLogin ? "login.tokenOnly" : "login.lead");
    form.hidden = tokenLogin;
    showSupport(page);
    showLanguages(page);
  };
  draw();
  partOf(page, "notice").textContent = "";
  partOf(page, "chat").addEventListener(
    "click",
    () => void fetchDialogs().then(({ askForChat }) => askForChat(signal)),
    { signal },
  );
  partOf(page, "language")
    .querySelector("select")
    ?.addEventListener(
      "change",
      ({ currentTarget }) => void chooseLanguage((currentTarget as HTMLSelectElement).value as Language),
      {
        signal,
      },
    );
  const openAppearance = () => void fetchDialogs().then((dialogs) => dialogs.openAppearance(signal));
  partOf(page, "appearance").addEventListener("click", openAppearance, { signal });
  if (onTouch)
    for (const touch of ["pointerdown", "focusin", "input"])
      page.addEventListener(touch, onTouch, { signal, once: true });
  const ends = [
    i18n.on("change", draw),
    onSettingsChange(draw),
    ...(notices ? [showNotices(page)] : []),
    openForm(form, onDone),
  ];
  page.hidden = false;
  return () => {
    ended.abort();
    for (const end of ends) end();
    page.hidden = true;
  };
}
