/** `house key …`: keys with which an operator's own server makes calls. */
import type { Command } from "commander";
import { defineChange, defineList } from "./command.ts";
import type { WithContext } from "./commandContext.ts";
import { table } from "./money.ts";

export function keyCommands(program: Command, withContext: WithContext): void {
  const key = program.command("key").description("keys with which your own server makes calls, such as sign-in links");

  defineChange(
    key.command("add <name>").description("make a key and print it, once: only its digest is kept"),
    { name: "key.add", why: "optional" },
    withContext,
    async ({ operatorKeys, storage }, _, name: string) => {
      const added = await operatorKeys.add(storage.db, name);
      return {
        target: `key ${name}`,
        before: null,
        after: { id: added.id, name },
        message: `The key "${name}", which is not shown again: ${added.key}`,
      };
    },
  );
  defineList(key.command("list").description("the keys in use"), withContext, async ({ operatorKeys }) => {
    const rows = await operatorKeys.list();
    console.log(
      rows.length === 0
        ? "There are no keys."
        : table(
            ["name", "made at"],
            rows.map(({ name, createdAt }) => [name, createdAt.toISOString()]),
          ),
    );
  });
  defineChange(
    key.command("revoke <name>").description("end a key at once, and the links that it made and nobody used yet"),
    { name: "key.revoke", why: "optional" },
    withContext,
    async ({ operatorKeys, storage }, _, name: string) => {
      const { id } = await operatorKeys.revoke(storage.db, name);
      return { target: `key ${name}`, before: { id, name }, after: null, message: `The key "${name}" is revoked.` };
    },
  );
}
