/**
 * Every metric of the product: name, meaning, labels. docs/operating.md has a table of them, generated from here; the alarm
 * rules and the dashboard of deploy/ may use only these names and those of Node.js (metrics.deploy.test.ts).
 *
 * Times are seconds. A label has few values that the code knows: never an id, an address, or anything that a client chose.
 */

interface Definition {
  kind: "counter" | "gauge" | "histogram";
  name: string;
  help: string;
  labels: readonly string[];
  /** Of a histogram: upper limits. */
  buckets?: readonly number[];
}

/** Of `http.server.request.duration` in OpenTelemetry's semantic conventions. */
const HTTP_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const PRESS_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
/** A transfer is asked about for 60 seconds before it is manual, and may wait for a machine for hours. */
const TRANSFER_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 600, 3600];

export const METRICS = {
  missing: {
    kind: "gauge",
    name: "reelcast_missing",
    help: "1 while this process goes without that part, because its port, its key or its program can't be used; part: video or console",
    labels: ["part"],
  },

  // ——— the edge ———
  requestDuration: {
    kind: "histogram",
    name: "http_server_request_duration_seconds",
    help: "Calls over HTTP, by route; named as by OpenTelemetry. port: players or console",
    labels: ["port", "http_request_method", "http_route", "http_response_status_code"],
    buckets: HTTP_BUCKETS,
  },
  sockets: { kind: "gauge", name: "reelcast_sockets", help: "Open sockets", labels: ["socket"] },
  socketsLimit: { kind: "gauge", name: "reelcast_sockets_limit", help: "MAX_SOCKETS of this process", labels: [] },
  socketCloses: {
    kind: "counter",
    name: "reelcast_socket_closes_total",
    help: "Sockets that ended, by close code; other: a code that only the client knows",
    labels: ["socket", "code"],
  },
  pressDuration: {
    kind: "histogram",
    name: "reelcast_press_duration_seconds",
    help: "From a press to its answer; outcome: accepted, refused by a rule, or failed (not ready, or an error)",
    labels: ["outcome"],
    buckets: PRESS_BUCKETS,
  },

  seatsRelocating: {
    kind: "gauge",
    name: "reelcast_seats_relocating",
    help: "Seats of this edge whose machine is without a floor at the moment: presses are refused until another one has it",
    labels: [],
  },

  // ——— the floor ———
  machines: {
    kind: "gauge",
    name: "reelcast_machines",
    help: "Machines that this process runs, by status",
    labels: ["status"],
  },
  seats: {
    kind: "gauge",
    name: "reelcast_seats",
    help: "Players' seats at machines of this process; held: the connection is lost, and the seat is kept",
    labels: ["state"],
  },
  authority: {
    kind: "gauge",
    name: "reelcast_authority",
    help: "1 while this process may command machines; 0: its database does not answer, or another process has taken over",
    labels: [],
  },
  leaseChanges: {
    kind: "counter",
    name: "reelcast_lease_changes_total",
    help: "Machines that this process has taken, given back (released), or lost to another process",
    labels: ["how"],
  },
  transferDuration: {
    kind: "histogram",
    name: "reelcast_transfer_duration_seconds",
    help: "From the reservation of a transfer to its end; outcome: done, failed, or manual (waits for a person)",
    labels: ["kind", "outcome"],
    buckets: TRANSFER_BUCKETS,
  },

  gameDuration: {
    kind: "histogram",
    name: "reelcast_game_record_duration_seconds",
    help: "From the end of a game to its record in the ledger, by its commit; the count is the number of games",
    labels: [],
    buckets: PRESS_BUCKETS,
  },

  gameWait: {
    kind: "histogram",
    name: "reelcast_game_batch_wait_seconds",
    help: "How long a game waited until it was sent to the database, with those of other machines; at most 0.02 unless the database is slow",
    labels: [],
    buckets: PRESS_BUCKETS,
  },

  // ——— video ———
  viewers: { kind: "gauge", name: "reelcast_viewers", help: "Viewers of live video", labels: [] },
  firstFrame: {
    kind: "histogram",
    name: "reelcast_first_frame_seconds",
    help: "From the start of a picture to its first frame on the player's screen, as the browser reports it",
    labels: [],
    buckets: [0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10],
  },
  videoFreezes: {
    kind: "counter",
    name: "reelcast_video_freezes_total",
    help: "Freezes of pictures, as browsers report them",
    labels: [],
  },
  videoLoss: {
    kind: "histogram",
    name: "reelcast_video_loss_ratio",
    help: "Lost packets of a picture within a second, as browsers report them every 30 seconds",
    labels: [],
    buckets: [0, 0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2],
  },
  videoRoundTrip: {
    kind: "histogram",
    name: "reelcast_video_round_trip_seconds",
    help: "Round trip between browser and server on the way of the video, as browsers report it every 30 seconds",
    labels: [],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1],
  },
  mediaRestarts: {
    kind: "counter",
    name: "reelcast_media_restarts_total",
    help: "Starts of the media process after its death or its growth",
    labels: [],
  },

  // ——— this process's disk ———
  diskFree: {
    kind: "gauge",
    name: "reelcast_disk_free_bytes",
    help: "Free bytes of the file system with DATA_DIR",
    labels: [],
  },
  diskTotal: {
    kind: "gauge",
    name: "reelcast_disk_total_bytes",
    help: "Size of the file system with DATA_DIR",
    labels: [],
  },
  diskFiles: {
    kind: "gauge",
    name: "reelcast_disk_free_files",
    help: "Free inodes of the file system with DATA_DIR; missing where it has no such limit",
    labels: [],
  },
  spaceLevel: {
    kind: "gauge",
    name: "reelcast_space_level",
    help: "0: there is space; 1: it is short; 2: new games, deposits and seats are refused until there is more (DISK_RESERVE_MB), or until the database can write again",
    labels: [],
  },

  // ——— this process among others ———
  nodeInfo: {
    kind: "gauge",
    name: "reelcast_node_info",
    help: "Always 1; name, roles, zone and version of this process",
    labels: ["name", "roles", "zone", "version"],
  },
  busUp: {
    kind: "gauge",
    name: "reelcast_bus_up",
    help: "1 while other processes can be reached over NATS; missing without NATS_URL",
    labels: [],
  },
  busMessages: {
    kind: "counter",
    name: "reelcast_bus_messages_total",
    help: "Messages over NATS by the first part of their subject; direction: sent or received",
    labels: ["group", "direction"],
  },
  busBytes: {
    kind: "counter",
    name: "reelcast_bus_bytes_total",
    help: "The same in bytes",
    labels: ["group", "direction"],
  },
  busDropped: {
    kind: "counter",
    name: "reelcast_bus_dropped_total",
    help: "Messages that were not sent or not delivered; reason: down, tooLarge, or invalid (another version, or an error)",
    labels: ["reason"],
  },
  busReconnects: {
    kind: "counter",
    name: "reelcast_bus_reconnects_total",
    help: "How often the connection to NATS was made again",
    labels: [],
  },
  busSlow: {
    kind: "counter",
    name: "reelcast_bus_slow_total",
    help: "How often this process read too slowly, and messages were lost on the way to it",
    labels: [],
  },
  busWaiting: {
    kind: "gauge",
    name: "reelcast_bus_waiting",
    help: "Requests to other processes that wait for their answer",
    labels: [],
  },

  // ——— the whole house, read from the database: the same from every process ———
  nodes: {
    kind: "gauge",
    name: "reelcast_nodes",
    help: "Processes that share the house and are connected to its database; state: active or draining",
    labels: ["role", "state"],
  },
  databaseUp: {
    kind: "gauge",
    name: "reelcast_database_up",
    help: "1 if the database answered; 0: the other metrics of the whole house are missing",
    labels: [],
  },
  houseMachines: {
    kind: "gauge",
    name: "reelcast_house_machines",
    help: "Machines of the house that are not retired; condition: in_play, closed (to new players, by staff, and nobody plays), out_of_order or quarantined",
    labels: ["condition"],
  },
  transfersUnresolved: {
    kind: "gauge",
    name: "reelcast_transfers_unresolved",
    help: "Transfers that are neither done nor failed; manual: they wait for a person",
    labels: ["state"],
  },
  transferOldest: {
    kind: "gauge",
    name: "reelcast_transfer_oldest_unresolved_seconds",
    help: "Age of the oldest transfer that is neither done nor failed",
    labels: ["state"],
  },
  suspensions: {
    kind: "gauge",
    name: "reelcast_suspensions_open",
    help: "Cases of players' money in suspense that are not settled",
    labels: [],
  },
  ledgerBroken: {
    kind: "gauge",
    name: "reelcast_ledger_broken",
    help: "Broken invariants that the last ledger check found; above 0: stop and look",
    labels: [],
  },
  ledgerAttention: {
    kind: "gauge",
    name: "reelcast_ledger_to_be_looked_at",
    help: "Other findings of the last ledger check",
    labels: [],
  },
  ledgerChecked: {
    kind: "gauge",
    name: "reelcast_ledger_checked_timestamp_seconds",
    help: "When the ledger was checked last (Unix time)",
    labels: [],
  },
  ledgerCheckedInFull: {
    kind: "gauge",
    name: "reelcast_ledger_checked_in_full_timestamp_seconds",
    help: "When the whole ledger was read last without a broken invariant (Unix time)",
    labels: [],
  },
  standbys: {
    kind: "gauge",
    name: "reelcast_database_standbys",
    help: "Standbys of the database by sync_state, where the server's login may read them (pg_read_all_stats)",
    labels: ["sync_state"],
  },
  standbyLag: {
    kind: "gauge",
    name: "reelcast_database_standby_lag_seconds",
    help: "Largest replay lag of a standby, where the server's login may read it",
    labels: [],
  },
  eventsUnseen: {
    kind: "gauge",
    name: "reelcast_significant_events_unseen",
    help: "Significant events that nobody has seen: house events list --unseen",
    labels: [],
  },
  logMonthsAhead: {
    kind: "gauge",
    name: "reelcast_log_months_ahead",
    help: "Months of the logs that are made ahead, of the log that has fewest; below 1: look at the log of errors",
    labels: [],
  },
} as const satisfies Record<string, Definition>;

export type MetricKey = keyof typeof METRICS;
