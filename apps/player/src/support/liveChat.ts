/**
 * The live chat of an outside provider. Its script is fetched when the player first opens the chat and not before:
 * neither provider needs it earlier, and learns nothing of players who never chat. The address of the script goes
 * through a Trusted Types policy that lets that provider's own host pass and nothing else.
 */
import type { Settings } from "@reelcast/contract";

type LiveChat = Settings["liveChat"];
export const CHAT_POLICY = "reelcast-chat";
const LOADED_WITHIN_MS = 20_000;
const HOSTS = { tawk: "embed.tawk.to", livechat: "cdn.livechatinc.com" } as const;

/** The address of the provider's script; null if the id is not valid for the provider. */
export function chatScript({ provider, id }: Pick<LiveChat, "provider" | "id">): string | null {
  if (provider === "livechat") return /^\d{4,12}$/.test(id) ? `https://${HOSTS.livechat}/tracking.js` : null;
  const [, property, widget = "default"] = /^([\w-]{8,64})(?:\/([\w-]{1,64}))?$/.exec(id) ?? [];
  return property === undefined ? null : `https://${HOSTS.tawk}/${property}/${widget}`;
}

/** @throws TypeError for any address but the provider's: what the policy refuses never becomes a script */
export function allowScript(provider: LiveChat["provider"], url: string): string {
  const { protocol, host, username, password } = new URL(url);
  if (protocol !== "https:" || host !== HOSTS[provider] || username !== "" || password !== "")
    throw new TypeError(`not a script of ${provider}: ${host}`);
  return url;
}

/** The used part of Trusted Types, which TypeScript's library does not have yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}
interface LiveChatWidget {
  _q: unknown[];
  _h: ((args: unknown[]) => void) | null;
  _v: string;
  call: (...args: unknown[]) => void;
}
interface ChatWindow {
  trustedTypes?: TrustedTypes;
  Tawk_API?: { maximize?: () => void; onLoad?: () => void };
  Tawk_LoadStart?: Date;
  __lc?: { license: number; asyncInit: boolean };
  LiveChatWidget?: LiveChatWidget;
}
const page = globalThis as ChatWindow;

/** What the provider's script reads at its start: the site's id, and that the chat opens. */
function prepare({ provider, id }: LiveChat): void {
  if (provider === "tawk") {
    page.Tawk_LoadStart = new Date();
    page.Tawk_API = { onLoad: () => page.Tawk_API?.maximize?.() };
    return;
  }
  page.__lc = { license: Number(id), asyncInit: true };
  const widget: LiveChatWidget = {
    _q: [],
    _h: null,
    _v: "2.0",
    call(...args) {
      if (widget._h) widget._h(["call", args]);
      else widget._q.push(["call", args]);
    },
  };
  page.LiveChatWidget = widget;
  widget.call("maximize");
}
function show({ provider }: LiveChat): void {
  if (provider === "tawk") page.Tawk_API?.maximize?.();
  else page.LiveChatWidget?.call("maximize");
}

let policy: ReturnType<TrustedTypes["createPolicy"]> | undefined;
let loading: Promise<void> | null = null;

function load(chat: LiveChat, url: string): Promise<void> {
  policy ??= page.trustedTypes?.createPolicy(CHAT_POLICY, {
    createScriptURL: (requested) => allowScript(chat.provider, requested),
  });
  prepare(chat);
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    const fail = () => {
      clearTimeout(timer);
      script.remove();
      reject(new Error(`the chat of ${chat.provider} did not load`));
    };
    const timer = setTimeout(fail, LOADED_WITHIN_MS);
    script.addEventListener("load", () => {
      clearTimeout(timer);
      resolve();
    });
    script.addEventListener("error", fail);
    script.async = true;
    script.src = policy ? policy.createScriptURL(url) : allowScript(chat.provider, url);
    document.head.append(script);
  });
}

/** Opens the chat, and loads it before if necessary. @throws Error if it is off or can't be loaded */
export async function openChat(chat: LiveChat): Promise<void> {
  const url = chat.enabled ? chatScript(chat) : null;
  if (url === null) throw new Error("live chat is off");
  if (loading) {
    await loading;
    return show(chat);
  }
  loading = load(chat, url);
  try {
    await loading;
  } catch (error) {
    // The next press tries again.
    loading = null;
    throw error;
  }
}
