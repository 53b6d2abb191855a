/**
 * The Content-Security-Policy: what the app's page may load and do. It permits a live chat only while the operator has it
 * switched on, and only the hosts that its provider documents.
 *
 * Sources: tawk.to's own list (github.com/tawk/tawk-magento-2, etc/csp_whitelist.xml, and its help page "Why are images
 * not showing up in the widget"); LiveChat's help page "Use LiveChat with Content Security Policy".
 */
import type { Settings } from "@reelcast/contract";

export type Directives = Readonly<Record<string, readonly string[]>>;

const STRICT: Directives = {
  "default-src": ["'none'"],
  "script-src": ["'self'"],
  "style-src": ["'self'"],
  "img-src": ["'self'", "data:"],
  "font-src": ["'self'"],
  "media-src": ["'self'", "blob:"],
  "manifest-src": ["'self'"],
  "connect-src": ["'self'"],
  "base-uri": ["'none'"],
  "object-src": ["'none'"],
  "frame-ancestors": ["'none'"],
  "form-action": ["'self'"],
  "require-trusted-types-for": ["'script'"],
  "trusted-types": ["'none'"],
};

/** Made by the app's own loader of the chat, for the provider's script alone. */
const CHAT_POLICY = "reelcast-chat";
const TAWK = "https://*.tawk.to";
/** Of hosts that the provider shares with others, only the provider's own paths. */
const TAWK_EMOJI = "https://cdn.jsdelivr.net/emojione/";
const TAWK_FACES = "https://s3.amazonaws.com/tawk-to-pi/";
const LIVECHAT = "https://*.livechatinc.com";
const LIVECHAT_FILES = ["https://*.livechat-static.com", "https://*.livechat-files.com"];

/** Both widgets write styles into the page, for which a policy has no hosts; neither gets 'unsafe-eval' or inline scripts. */
const CHATS: Record<Settings["liveChat"]["provider"], Directives> = {
  tawk: {
    "script-src": [TAWK, TAWK_EMOJI],
    "style-src": ["'unsafe-inline'", TAWK, TAWK_EMOJI, "https://fonts.googleapis.com"],
    "img-src": [TAWK, TAWK_EMOJI, TAWK_FACES, "https://tawk.link"],
    "font-src": [TAWK, "https://fonts.gstatic.com"],
    "media-src": [TAWK],
    "connect-src": [TAWK, "wss://*.tawk.to"],
    "frame-src": [TAWK],
    "form-action": [TAWK],
  },
  livechat: {
    "script-src": [LIVECHAT, "https://*.livechat-static.com"],
    "style-src": ["'unsafe-inline'", LIVECHAT],
    "img-src": [LIVECHAT, ...LIVECHAT_FILES, "https://*.files-text.com"],
    "font-src": [LIVECHAT],
    "media-src": [LIVECHAT, "https://*.livechat-static.com"],
    "connect-src": [LIVECHAT, "wss://*.livechatinc.com", ...LIVECHAT_FILES, "https://*.text.com"],
    "frame-src": [LIVECHAT],
  },
};

export function directivesFor({ enabled, provider, id }: Settings["liveChat"]): Directives {
  if (!enabled || id === "") return STRICT;
  // A widget assigns plain addresses and markup to its scripts and frames, so that enforced Trusted Types would stop it
  // at its second script. The one policy that may be made stays the loader's.
  const { "require-trusted-types-for": _, ...rest } = STRICT;
  const open: Record<string, readonly string[]> = { ...rest, "trusted-types": [CHAT_POLICY] };
  for (const [name, hosts] of Object.entries(CHATS[provider])) open[name] = [...(open[name] ?? []), ...hosts];
  return open;
}

export function contentSecurityPolicy(chat: Settings["liveChat"]): string {
  return Object.entries(directivesFor(chat))
    .map(([name, values]) => `${name} ${values.join(" ")}`)
    .join("; ");
}
