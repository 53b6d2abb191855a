/** `house staff …`: who may sign in to the console. */
import { ROLES } from "@reelcast/contract/console";
import type { Role } from "@reelcast/contract/console";
import type { Command } from "commander";
import { ACTS } from "../acts/index.ts";
import type { ActContext } from "../acts/index.ts";
import { InputError } from "../input.ts";
import { consolePortOf } from "../start/consoleAddress.ts";
import type { StaffLink } from "../staff/index.ts";
import { defineActCommand, defineList } from "./command.ts";
import { siteOf } from "./commandContext.ts";
import type { WithContext } from "./commandContext.ts";
import { table } from "./money.ts";

/** @throws InputError */
function parseRoles(text: string): Role[] {
  const given = text.split(",").map((one) => one.trim());
  return given.map((one) => {
    const role = ROLES.find((known) => known === one);
    if (role === undefined)
      throw new InputError(`"${one}" is not a role: write some of ${ROLES.join(", ")}, with commas.`);
    return role;
  });
}
/** The member's number, for the parameters of an act. */
const staffIdOf = async ({ staff, storage }: ActContext, name: string): Promise<number> =>
  (await staff.administration.findByName(storage.db, name)).id;

interface LinkOptions {
  site?: string;
}
/** A link is printed with the console's address, which the act does not know. */
const linkText = ({ path, expiresAt }: StaffLink, { site }: LinkOptions, port: number) =>
  `${siteOf(site ?? `http://localhost:${port}`)}${path}\nIt works once, until ${expiresAt}.`;
const SITE = "the console's address, e.g. https://console.example.org; default: CONSOLE_PORT of this computer";

export function staffCommands(program: Command, withContext: WithContext): void {
  const staff = program.command("staff").description("who may sign in to the console, and as what");
  addAndReset(staff, withContext);
  listMembers(staff, withContext);
  changes(staff, withContext);
}

function addAndReset(staff: Command, withContext: WithContext): void {
  // The console's port is known once the configuration is read.
  let port = 0;
  const remember = async ({ config }: ActContext) => (port = await consolePortOf(config));
  defineActCommand(
    staff
      .command("add <name> <roles>")
      .description(`add a member and print a one-time link; roles: some of ${ROLES.join(", ")}, with commas`)
      .option("--site <address>", SITE),
    ACTS.staff.add,
    withContext,
    {
      async params(context, name: string, roles: string) {
        await remember(context);
        return { name, roles: parseRoles(roles) };
      },
      say: ({ name, link }, _: string, __: string, options: LinkOptions) =>
        `By this link ${name} chooses a password: ${linkText(link, options, port)}`,
    },
  );
  defineActCommand(
    staff
      .command("reset <name>")
      .description("take password, codes and passkeys, end the sessions, and print a one-time link")
      .option("--site <address>", SITE),
    ACTS.staff.reset,
    withContext,
    {
      async params(context, name: string) {
        await remember(context);
        return { staffId: await staffIdOf(context, name) };
      },
      say: ({ name, link }, _: string, options: LinkOptions) =>
        `By this link ${name} chooses a new password: ${linkText(link, options, port)}`,
    },
  );
}

function listMembers(staff: Command, withContext: WithContext): void {
  defineList(staff.command("list").description("all members"), withContext, async ({ staff: members, storage }) => {
    const rows = await members.administration.list(storage.db);
    console.log(
      rows.length === 0
        ? "There is nobody yet: start the server, which prints the link of the first manager."
        : table(
            ["name", "roles", "state", "second factor", "sessions", "last used"],
            rows.map((row) => [
              row.name,
              row.roles.join(", "),
              row.state,
              [...(row.totp ? ["app"] : []), ...(row.passkeys > 0 ? [`${row.passkeys} passkeys`] : [])].join(", ") ||
                "–",
              String(row.sessions),
              row.lastUsedAt ?? "never",
            ]),
          ),
    );
  });
}

function changes(staff: Command, withContext: WithContext): void {
  const one = async (context: ActContext, name: string) => ({ staffId: await staffIdOf(context, name) });
  defineActCommand(
    staff.command("role <name> <roles>").description("give a member these roles, and end the sessions"),
    ACTS.staff.roles,
    withContext,
    {
      params: async (context, name: string, roles: string) => ({
        ...(await one(context, name)),
        roles: parseRoles(roles),
      }),
      say: ({ name }, _: string, roles: string) => `${name} is ${parseRoles(roles).join(", ")} now.`,
    },
  );
  defineActCommand(
    staff.command("disable <name>").description("end a member's sessions; the person can't sign in any more"),
    ACTS.staff.disable,
    withContext,
    { params: one, say: ({ name }) => `${name} is disabled.` },
  );
  defineActCommand(
    staff.command("enable <name>").description("let a member sign in again, also after too many wrong passwords"),
    ACTS.staff.enable,
    withContext,
    { params: one, say: ({ name }) => `${name} may sign in.` },
  );
}
