/**
 * What each address of the console asks for and shows, for the tests that open all of them in all states. An address without an
 * entry is an error of types, and fails those tests.
 */
import { expect } from "vitest";
import { page } from "vitest/browser";
import type { ApprovalRow, ConsoleCallName } from "@reelcast/contract/console";
import type { ScreenPath } from "../screens/screen.ts";
import { ME } from "./answers.ts";
import { rows } from "./audit.ts";
import { CANNED, CONTEXT, COUNTS, chat, dialog } from "./desk.ts";
import { EVENTS } from "./events.ts";
import { TIMELINE, floorOf, recordOf, tileAs } from "./floor.ts";
import { SAMPLES, healthAs } from "./health.ts";
import { UKGC, stateOf, versionOf } from "./playRules.ts";
import { MOVEMENT, RECORD, SERIES } from "./player.ts";
import {
  APPROVAL,
  AT,
  GAME,
  ID,
  MACHINE,
  REQUEST,
  TRANSFER,
  gameRow,
  item,
  pageOf,
  playerRow,
  transferRow,
} from "./records.ts";
import { onCall, restoreCall } from "./scriptedServer.ts";

export interface ScreenSample {
  /** The address with its parameters. */
  at: string;
  /** What it reads together; what it reads when that is there is the next part. None answers, or each is refused. */
  reads: readonly (readonly ConsoleCallName[])[];
  /** All calls have their answers. */
  answer: () => void;
  /** Part of what it shows then. */
  shows: string;
  /** There is nothing; what it says then. Absent: there is no such state. */
  empty?: { answer: () => void; says: string };
}

const APPROVED: ApprovalRow = { ...APPROVAL, id: 5, state: "approved", decidedBy: "Ayşe", decidedAt: AT };

/** The wall in the hall has a session of its own, and tests of its own. */
export type MemberPath = Exclude<ScreenPath, "/wall">;

export const SAMPLES_OF: Readonly<Record<MemberPath, ScreenSample>> = {
  "/floor": {
    at: "/floor",
    reads: [["floor"]],
    answer() {
      onCall("floor", floorOf());
      onCall("floorStills", { stills: [], nextMs: 2_000 });
    },
    shows: "Polar Fire",
    empty: { answer: () => onCall("floor", floorOf([])), says: "There are no machines yet" },
  },
  "/machine/$id": {
    at: "/machine/1",
    reads: [["floor"], ["machine", "machineTimeline"]],
    answer() {
      // The live picture is a journey's subject.
      onCall("me", { ...ME, permissions: ME.permissions.filter((one) => one !== "machine.watch") });
      onCall("floor", floorOf());
      onCall("floorStills", { stills: [], nextMs: 2_000 });
      onCall("machine", recordOf(tileAs(1, "Copper Canyon")));
      onCall("machineTimeline", TIMELINE);
      onCall("machineTrace", []);
    },
    shows: "Game 4: bet ₺2.50, win ₺10",
    empty: {
      answer: () => onCall("machineTimeline", { items: [], newer: "n", older: null }),
      says: "Nothing has happened yet",
    },
  },
  "/queue": {
    at: `/queue?item=transfer:${ID}`,
    reads: [["workQueue"], ["transfer"]],
    answer() {
      onCall("workQueue", { items: [item("transfer"), REQUEST], isTruncated: true });
      onCall("workPeople", { names: [ME.name, "Mehmet"] });
      onCall("transfer", TRANSFER);
    },
    shows: "203.0.113.7",
    empty: { answer: () => onCall("workQueue", { items: [], isTruncated: false }), says: "Nothing waits" },
  },
  "/events": {
    at: "/events",
    reads: [["events"]],
    answer() {
      onCall("events", { items: EVENTS, nextCursor: null });
      onCall("floor", floorOf());
    },
    shows: "Reason: reel 2 stalled",
    empty: { answer: () => onCall("events", pageOf()), says: "No events" },
  },
  "/players": {
    at: "/players",
    reads: [["players"]],
    answer: () =>
      onCall(
        "players",
        pageOf(
          { ...playerRow(1), name: "Anna Bell", email: "anna@example.com", lastLogin: AT, machine: MACHINE },
          { ...playerRow(2), states: ["seated", "inDoubt", "away", "banned", "unverified"] },
        ),
      ),
    shows: "demo2",
    empty: { answer: () => onCall("players", pageOf()), says: "No players" },
  },
  "/players/$id": {
    at: "/players/7",
    reads: [["player"], ["playerMoney", "playerSeries"]],
    answer() {
      onCall("player", RECORD);
      onCall("playerMoney", pageOf(MOVEMENT));
      onCall("playerSeries", SERIES);
    },
    shows: "Orchard Gold",
    empty: {
      answer() {
        onCall("playerMoney", pageOf());
        onCall("playerSeries", { points: [] });
      },
      says: "No money has moved yet",
    },
  },
  "/games": {
    at: "/games",
    reads: [["games"]],
    answer: () =>
      onCall(
        "games",
        pageOf(gameRow(3, { win: 90_000, jackpot: 50_000 }), gameRow(2, { free: true, handPay: 7_000 }), gameRow(1)),
      ),
    shows: "3-2",
    empty: { answer: () => onCall("games", pageOf()), says: "No games" },
  },
  "/games/$id": {
    at: "/games/3-1042",
    reads: [["game"]],
    answer: () => onCall("game", GAME),
    shows: "classic-sevens",
  },
  "/transfers": {
    at: "/transfers",
    reads: [["transfers"]],
    answer: () =>
      onCall(
        "transfers",
        pageOf(transferRow("1"), { ...transferRow("2"), kind: "cashout", state: "manual", amount: null, moved: null }),
      ),
    shows: "22222222",
    empty: { answer: () => onCall("transfers", pageOf()), says: "No transfers" },
  },
  "/transfers/$id": {
    at: `/transfers/${ID}`,
    reads: [["transfer"]],
    answer: () => onCall("transfer", TRANSFER),
    shows: "203.0.113.7",
  },
  "/approvals": {
    at: "/approvals",
    reads: [["approvals"]],
    answer: () => onCall("approvals", pageOf<ApprovalRow>(APPROVAL, APPROVED)),
    shows: "Mehmet",
    empty: { answer: () => onCall("approvals", pageOf()), says: "No requests" },
  },
  "/approvals/$id": {
    at: "/approvals/4",
    reads: [["approval"]],
    answer() {
      onCall("approval", APPROVAL);
      onCall("player", RECORD);
    },
    shows: "₺201,000.00",
  },
  "/desk": {
    at: "/desk",
    reads: [["deskChats"]],
    answer: () => onCall("deskChats", { items: [chat(7, "anna"), chat(8, "boris")], next: null, counts: COUNTS }),
    shows: "boris",
    empty: {
      answer: () => onCall("deskChats", { items: [], next: null, counts: { ...COUNTS, waiting: 0 } }),
      says: "Nobody waits",
    },
  },
  "/desk/$player": {
    at: "/desk/7",
    reads: [["deskChats", "deskDialog", "deskContext"]],
    answer() {
      onCall("deskChats", { items: [chat(7, "anna"), chat(8, "boris")], next: null, counts: COUNTS });
      const answered = { id: 2, at: AT, text: "Hemen bakıyorum.", byDesk: true, by: "Mehmet", clientId: null };
      onCall("deskDialog", dialog({ messages: [...dialog().messages, answered] }));
      onCall("deskContext", CONTEXT);
      onCall("deskPeople", { names: [ME.name, "Mehmet"] });
      onCall("cannedAnswers", CANNED);
    },
    shows: "Hemen bakıyorum.",
    empty: { answer: () => onCall("deskDialog", dialog({ messages: [], state: "none" })), says: "No messages yet" },
  },
  "/account": {
    at: "/account",
    reads: [["passkeys", "ownSessions"]],
    answer() {
      restoreCall("passkeys");
      restoreCall("ownSessions");
    },
    shows: "Ofis",
    empty: { answer: () => onCall("passkeys", []), says: "You have no passkey yet" },
  },
  "/health": {
    at: "/health",
    reads: [["health", "healthSamples"]],
    answer() {
      onCall("health", healthAs());
      onCall("healthSamples", SAMPLES);
    },
    shows: "Press → accepted",
    empty: { answer: () => onCall("healthSamples", { ...SAMPLES, at: [], series: {} }), says: "No figures yet" },
  },
  "/audit": {
    at: "/audit",
    reads: [["audit", "auditChain"]],
    answer() {
      onCall("audit", ({ query }) => (query["after"] === undefined ? rows(20) : { items: [], older: null, newer: 20 }));
      onCall("auditWords", { by: ["Mehmet"], acts: ["player.note"] });
      onCall("auditChain", { head: { seq: 20, hash: "00" }, verified: null });
    },
    shows: "row 20",
    empty: { answer: () => onCall("audit", { items: [], older: null, newer: 0 }), says: "No such rows" },
  },
  "/play-rules": {
    at: "/play-rules",
    reads: [["playRules"], ["playRulesHistory"]],
    answer() {
      onCall("playRules", stateOf(7, UKGC));
      onCall("playRulesHistory", { versions: [versionOf(7, UKGC, "as the licence says"), versionOf(4, "mga", null)] });
    },
    shows: "as the licence says",
    empty: {
      answer() {
        onCall("playRules", { ...stateOf(0, "none"), at: null, by: null });
        onCall("playRulesHistory", { versions: [] });
      },
      says: "The rules were never changed",
    },
  },
  "/staff": {
    at: "/staff",
    reads: [["staff"]],
    answer: () => restoreCall("staff"),
    shows: "Mehmet",
  },
};

/** It has been drawn with its data. */
export const isShown = (text: string): Promise<void> =>
  expect.element(page.getByRole("main").getByText(text).first()).toBeVisible();
