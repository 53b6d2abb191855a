/** What people of the house do with the audit log: export it, and verify its chain of hashes. Both are rows of it. */
import { AUDIT_VIAS } from "@reelcast/contract/console";
import * as z from "zod/mini";
import { AUDIT_VERIFY, auditHead, verifyAudit } from "../audit/index.ts";
import { defineAct } from "./act.ts";

const Filter = z.object({
  by: z.optional(z.string()),
  via: z.optional(z.enum(AUDIT_VIAS)),
  act: z.optional(z.string()),
  target: z.optional(z.string()),
  from: z.optional(z.string()),
  to: z.optional(z.string()),
  text: z.optional(z.string()),
});

/** Records the export. The rows are streamed afterwards: those up to `upTo`. */
const exportRows = defineAct({
  name: "audit.export",
  permission: "audit.view",
  why: "optional",
  params: z.object({ filter: Filter, format: z.enum(["csv"]) }),
  target: ({ format }) => format,
  async change({ storage }, _, { filter, format }) {
    const { seq } = await auditHead(storage.db);
    return { target: format, before: null, after: { filter, upTo: seq }, result: { upTo: seq } };
  },
});

/** Verifies the whole chain. It is read before the transaction, which would keep other acts waiting. */
const verify = defineAct({
  name: AUDIT_VERIFY,
  permission: "audit.view",
  why: "optional",
  params: z.object({ whole: z.literal(true) }),
  target: () => "audit log",
  prepare: ({ storage }) => verifyAudit(storage.reads),
  async change(_, __, ___, verdict) {
    const { broken, rows, head } = verdict;
    return { target: "audit log", before: null, after: { broken, rows, seq: head.seq }, result: verdict };
  },
});

export const auditActs = { export: exportRows, verify } as const;
