/**
 * The login form: the one `form` that is part of the page (index.html), without a framework, so that it works before the
 * app is there. Sends the login once, and says what the server answers at the field that it concerns, or above the
 * button. Knows nothing of the page around it.
 */
import { ErrorCode } from "@reelcast/contract";
import { STORAGE, call, isApiError, rememberLogin, settings, shouldRemember } from "../../api/index.ts";
import { browserStore } from "../../api/token.ts";
import { i18n, t } from "../../i18n/catalogue.ts";
import { errorText } from "../../i18n/errors.ts";
import { currentLogin, setLogin } from "../loginStore.ts";
import { fillTexts, partOf } from "./parts.ts";

/** Characters that each field needs. */
const SHORTEST = 4;
const SLOW_MS = 1_000;
const STUCK_MS = 10_000;
const FIELDS = ["username", "password"] as const;
type FieldName = (typeof FIELDS)[number];

/** A text that is worded again when the language changes. */
type Words = () => string;

class LoginForm {
  readonly #form: HTMLFormElement;
  readonly #onDone: () => Promise<void>;
  readonly #errors: Partial<Record<FieldName, Words>> = {};
  #problem: Words | null = null;
  /** The request under way; kept after its success, until the next screen is there. */
  #sending: AbortController | null = null;
  #slowness: "no" | "slow" | "stuck" = "no";
  #timers: ReturnType<typeof setTimeout>[] = [];
  readonly #ended = new AbortController();

  constructor(form: HTMLFormElement, onDone: () => Promise<void>) {
    this.#form = form;
    this.#onDone = onDone;
    const remembered = shouldRemember();
    // What the browser has filled in stays.
    this.#field("username").value ||= remembered ? (browserStore.get(STORAGE.username) ?? "") : "";
    this.#remember.checked = remembered;
    this.#listen();
    this.#draw();
  }

  /** Forgets what was typed, and takes no more of it. */
  end(): void {
    this.#ended.abort();
    this.#sending?.abort();
    this.#wait(false);
    this.#field("username").value = "";
    this.#field("password").value = "";
  }

  // ——— what is typed ———

  #field(name: FieldName): HTMLInputElement {
    return this.#form.elements.namedItem(name) as HTMLInputElement;
  }
  get #remember(): HTMLInputElement {
    return this.#form.elements.namedItem("remember") as HTMLInputElement;
  }
  get #username(): string {
    return this.#field("username").value.trim();
  }
  get #complete(): boolean {
    return this.#username.length >= SHORTEST && this.#field("password").value.length >= SHORTEST;
  }
  #isShort(name: FieldName): boolean {
    const { length } = this.#field(name).value;
    return length > 0 && length < SHORTEST;
  }

  #listen(): void {
    const { signal } = this.#ended;
    const reveal = partOf(this.#form, "reveal");
    this.#form.addEventListener("submit", (event) => this.#onSubmit(event), { signal });
    this.#form.addEventListener("input", (event) => this.#onInput(event.target), { signal });
    this.#form.addEventListener("focusout", (event) => this.#onLeave(event.target), { signal });
    reveal.addEventListener("click", () => this.#reveal(this.#field("password").type === "password"), { signal });
    partOf(this.#form, "again").addEventListener("click", () => this.#again(), { signal });
    // Leaving a field would say there what is wrong and push the button away from under the pointer.
    this.#button.addEventListener("mousedown", (event) => event.preventDefault(), { signal });
    signal.addEventListener(
      "abort",
      i18n.on("change", () => this.#draw()),
    );
  }
  #onInput(target: EventTarget | null): void {
    for (const name of FIELDS)
      // What the server says of a field stays until its next answer.
      if (target === this.#field(name) && this.#errors[name] === tooShort && !this.#isShort(name))
        delete this.#errors[name];
    this.#draw();
  }
  #onLeave(target: EventTarget | null): void {
    for (const name of FIELDS) if (target === this.#field(name) && this.#isShort(name)) this.#errors[name] = tooShort;
    this.#draw();
  }
  #reveal(shown: boolean): void {
    this.#field("password").type = shown ? "text" : "password";
    this.#draw();
  }

  // ——— what is sent ———

  #onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    if (this.#complete && !this.#sending) void this.#send();
  }
  /** After ten seconds without an answer. The login itself may have succeeded: then the page is loaded with it. */
  #again(): void {
    if (currentLogin()) return location.reload();
    if (this.#complete) void this.#send();
  }
  async #send(): Promise<void> {
    this.#sending?.abort();
    const own = new AbortController();
    this.#sending = own;
    this.#problem = null;
    this.#wait(true);
    const username = this.#username;
    try {
      const body = { username, password: this.#field("password").value, site_id: settings().siteId };
      const answer = await call("login", { body }, { signal: own.signal });
      rememberLogin(this.#remember.checked, username);
      setLogin(answer);
      await this.#onDone();
    } catch (error) {
      if (this.#sending === own && !this.#ended.signal.aborted) this.#refuse(error);
    } finally {
      if (this.#sending === own) {
        this.#sending = null;
        this.#wait(false);
      }
    }
  }
  #refuse(error: unknown): void {
    // Which of the two is wrong is not said; the password is the one to type again.
    const wrong =
      isApiError(error, ErrorCode.WrongCredentialsAttemptsLeft) || isApiError(error, ErrorCode.WrongCredentials);
    const named = isApiError(error, ErrorCode.InvalidRequest) ? error.params["field"] : null;
    const at = wrong ? "password" : FIELDS.find((name) => name === named);
    const words = () => errorText(error);
    for (const name of FIELDS) delete this.#errors[name];
    if (at) this.#errors[at] = words;
    this.#problem = at ? null : words;
    if (wrong) this.#field("password").value = "";
    this.#draw();
    if (at) this.#field(at).focus();
  }

  // ——— what is shown ———

  get #button(): HTMLButtonElement {
    return this.#form.querySelector("button[type=submit]") as HTMLButtonElement;
  }
  #wait(waiting: boolean): void {
    for (const timer of this.#timers) clearTimeout(timer);
    const become = (slowness: "slow" | "stuck") => {
      this.#slowness = slowness;
      this.#draw();
    };
    this.#slowness = "no";
    this.#timers = waiting ? [setTimeout(become, SLOW_MS, "slow"), setTimeout(become, STUCK_MS, "stuck")] : [];
    this.#draw();
  }
  #draw(): void {
    fillTexts(this.#form);
    for (const name of FIELDS) {
      const words = this.#errors[name];
      this.#field(name).ariaInvalid = words ? "true" : null;
      const place = this.#form.querySelector(`#login-${name}-error`);
      if (place) place.textContent = words?.() ?? "";
    }
    partOf(this.#form, "problem").textContent = this.#problem?.() ?? "";
    const shown = this.#field("password").type === "text";
    const reveal = partOf(this.#form, "reveal");
    reveal.toggleAttribute("data-shown", shown);
    reveal.title = reveal.ariaLabel = t(shown ? "login.hidePassword" : "login.showPassword");
    partOf(this.#form, "slow").hidden = this.#slowness === "no";
    partOf(this.#form, "slow-text").textContent = t(this.#slowness === "stuck" ? "shell.stuck" : "login.working");
    partOf(this.#form, "again").hidden = this.#slowness !== "stuck";
    const busy = this.#sending !== null;
    // While it is busy it keeps the focus.
    this.#button.disabled = !busy && !this.#complete;
    this.#button.ariaBusy = this.#button.ariaDisabled = busy ? "true" : null;
  }
}
const tooShort: Words = () => t("login.tooShort");

/**
 * Puts the form into use. It needs the texts of `shell`, `errors` and `login`.
 * @param onDone called once the session has begun; the form stays busy until it has resolved
 * @returns the function that takes it out of use again
 */
export function openForm(form: HTMLFormElement, onDone: () => Promise<void>): () => void {
  const used = new LoginForm(form, onDone);
  return () => used.end();
}
