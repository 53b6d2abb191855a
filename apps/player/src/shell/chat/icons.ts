/** Statuses of contacts: each has its own shape, colour and word. */
import { createLucideIcon } from "lucide-react";

const DISC = ["circle", { key: "disc", cx: 12, cy: 12, r: 10, fill: "currentColor", stroke: "none" }] as const;

/** Lucide has no such filled discs. */
export const STATUS_ICONS = {
  online: createLucideIcon("status-online", [
    [...DISC],
    ["path", { key: "1", d: "m7.5 12.5 3 3 6-6.5", className: "stroke-raised", strokeWidth: 3 }],
  ]),
  "do-not-disturb": createLucideIcon("status-do-not-disturb", [
    [...DISC],
    ["path", { key: "1", d: "M7 12h10", className: "stroke-raised", strokeWidth: 3.5 }],
  ]),
  away: createLucideIcon("status-away", [
    [...DISC],
    ["path", { key: "1", d: "M12 6.5V12l4 2.5", className: "stroke-raised", strokeWidth: 3 }],
  ]),
  offline: createLucideIcon("status-offline", [["circle", { key: "1", cx: 12, cy: 12, r: 8, strokeWidth: 4 }]]),
} as const;
export const STATUS_COLOURS = {
  online: "text-success",
  "do-not-disturb": "text-error",
  away: "text-warning",
  offline: "text-muted",
} as const;
export const STATUS_TEXTS = {
  online: "chat.status_online",
  "do-not-disturb": "chat.status_busy",
  away: "chat.status_away",
  offline: "chat.status_offline",
} as const;
