/** What the operator's console and the server exchange. An entry of its own: the player app does not load it. */
export { CONSOLE_ERRORS, ConsoleError, ConsoleErrorCode } from "./errors.ts";
export type { ConsoleCall } from "./call.ts";
export { CONSOLE_CALLS } from "./calls.ts";
export type { ConsoleCallName } from "./calls.ts";
export { ACT_NAMES } from "./acts.ts";
export { AUDIT_CALLS, AUDIT_VIAS, AuditChain, AuditEntry, AuditPage, AuditRow } from "./audit.ts";
export type { AuditVia } from "./audit.ts";
export {
  CannedAnswer,
  CannedAnswers,
  CannedVersion,
  DESK_CALLS,
  DESK_STATES,
  DeskChange,
  DeskChat,
  DeskContext,
  DeskDialog,
  DeskMessage,
  MAX_CANNED,
  PRESENCE_MS,
} from "./desk.ts";
export type { DeskListState } from "./desk.ts";
export {
  HEALTH_CALLS,
  HEALTH_SERIES,
  Health,
  HealthLease,
  HealthNode,
  HealthSamples,
  MAX_SAMPLES,
  SAMPLE_SECONDS,
} from "./health.ts";
export { OPTIONAL_PARTS } from "./health.ts";
export type { HealthSeries, HealthUnit, OptionalPart } from "./health.ts";
export { Me, OWN_CALLS, Passkey, StaffSession } from "./own.ts";
export {
  EVENT_CALLS,
  EVENT_SUBJECTS,
  EventPage,
  EventQuery,
  MAX_EVENTS,
  NamedEvent,
  SIGNIFICANT_EVENTS,
  SignificantEvent,
} from "./events.ts";
export type { SignificantEventKind } from "./events.ts";
export { PLAY_RULE_CALLS, PlayRulesState, PlayRulesVersion } from "./playRules.ts";
export { LEAST_MONTHS, RETAINED, monthsKept } from "./retention.ts";
export type { Retained } from "./retention.ts";
export {
  PERMISSIONS,
  ROLES,
  ROLE_PERMISSIONS,
  SECOND_FACTOR_PERMISSIONS,
  WALL_PERMISSIONS,
  permissionsOf,
} from "./roles.ts";
export type { Permission, Role } from "./roles.ts";
export { SIGN_IN_CALLS, SignInAnswer } from "./signIn.ts";
export { CONSOLE_SOCKET, CONSOLE_TOPICS, TOPIC_PERMISSIONS, WALL_TOPICS } from "./socket.ts";
export type { ConsoleTopic } from "./socket.ts";
export { STAFF_CALLS, StaffMember } from "./staff.ts";
export { FLOOR_CALLS } from "./floorCalls.ts";
export { FloorChanges, FloorSnapshot, MachineTile, NEEDS, TILE_STATES, TileChange, compareNeeds } from "./floor.ts";
export type { Need, TileState } from "./floor.ts";
export {
  LEAST_AREA,
  LiveMachine,
  MachineMeters,
  MachineRecord,
  MachineTimeline,
  PlayedReturn,
  TIMELINE_KINDS,
  TimelineEntry,
  TraceEntry,
  MAX_TOUCH_AREAS,
  TouchArea,
} from "./machine.ts";
export type { TimelineKind } from "./machine.ts";
export * from "./approvals.ts";
export * from "./games.ts";
export * from "./house.ts";
export * from "./list.ts";
export * from "./playerActs.ts";
export * from "./players.ts";
export * from "./queue.ts";
export * from "./transfers.ts";
export { MAX_WHY } from "./why.ts";
