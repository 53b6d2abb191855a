/** The audit log for the console: search, one row, its chain of hashes, and the export. */
import { Readable } from "node:stream";
import { AppError, ErrorCode } from "@reelcast/contract";
import { AUDIT_CALLS } from "@reelcast/contract/console";
import type { AuditChain } from "@reelcast/contract/console";
import type { FastifyPluginAsync } from "fastify";
import { ACTS } from "../../acts/index.ts";
import { actOf, allActs, auditHead, auditWords, lastVerification, searchActs } from "../../audit/index.ts";
import type { ActFilter } from "../../audit/index.ts";
import { auditCsv } from "../../auditCsv.ts";
import type { Db } from "../../storage/index.ts";
import { actorOf, consoleRoute } from "./route.ts";
import type { ConsoleRoutes } from "./route.ts";

type Wanted = Omit<ActFilter, "from" | "to"> & { from?: string | undefined; to?: string | undefined };
const nonEmpty = (text: string | undefined) => (text === undefined || text.trim() === "" ? undefined : text.trim());
const dateOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
/** Fields of a form that are empty do not count. */
const filterOf = ({ by, via, act, target, from, to, text }: Wanted): ActFilter => ({
  by: nonEmpty(by),
  via,
  act: nonEmpty(act),
  target: nonEmpty(target),
  from: dateOf(from),
  to: dateOf(to),
  text: nonEmpty(text),
});

async function chainOf(db: Db): Promise<AuditChain> {
  const [head, verified] = await Promise.all([auditHead(db), lastVerification(db)]);
  return { head, verified: verified && { ...verified, at: verified.at.toISOString() } };
}

/** The words of the filter, for the row of the export. */
const written = ({ by, via, act, target, from, to, text }: Wanted) =>
  Object.fromEntries(
    Object.entries({ by, via, act, target, from, to, text }).filter(([, value]) => value !== undefined),
  );

export function auditRoutes(routes: ConsoleRoutes): FastifyPluginAsync {
  const { acts } = routes;
  const db = acts.storage.reads;
  let isVerifying = false;
  return async (app) => {
    consoleRoute(app, routes, AUDIT_CALLS.audit, async ({ query: { before, after, limit, ...filter } }) => {
      const page = await searchActs(db, filterOf(filter), after === undefined ? { before, limit } : { after, limit });
      return { ...page, items: page.items.map((row) => ({ ...row, at: row.at.toISOString() })) };
    });
    consoleRoute(app, routes, AUDIT_CALLS.auditEntry, async ({ params }) => {
      const row = await actOf(db, params.seq);
      if (!row) throw new AppError(ErrorCode.NotFound);
      return { ...row, at: row.at.toISOString() };
    });
    consoleRoute(app, routes, AUDIT_CALLS.auditWords, () => auditWords(db));
    consoleRoute(app, routes, AUDIT_CALLS.auditChain, () => chainOf(db));
    consoleRoute(app, routes, AUDIT_CALLS.verifyAudit, async ({ who, request }) => {
      // It reads the whole log: one at a time.
      if (isVerifying) throw new AppError(ErrorCode.TooManyRequests);
      isVerifying = true;
      try {
        await ACTS.audit.verify.run(acts, actorOf(who, request, undefined), { whole: true });
      } finally {
        isVerifying = false;
      }
      return chainOf(db);
    });
    consoleRoute(
      app,
      routes,
      AUDIT_CALLS.exportAudit,
      async ({ who, query: { separator, ...query }, request, reply }) => {
        const asked = { filter: written(query), format: "csv" as const };
        const { result } = await ACTS.audit.export.run(acts, actorOf(who, request, undefined), asked);
        void reply.header("Content-Disposition", 'attachment; filename="audit-log.csv"');
        return Readable.from(auditCsv(allActs(db, filterOf(query), result.upTo), separator));
      },
    );
  };
}
