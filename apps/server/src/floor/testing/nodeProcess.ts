/** A process of its own that shares the machines: `node nodeProcess.ts DATABASE_URL NAME`. It runs until it is killed. */
import process from "node:process";
import { createLocalBus } from "../../bus/local.ts";
import { connect } from "../../storage/database.ts";
import type { TestDatabase } from "../../storage/testing/index.ts";
import { TestFloor } from "./floor.ts";
import { sharedTestNode } from "./node.ts";

const [url = "", name = ""] = process.argv.slice(2);
const db = connect(url);
const database: TestDatabase = { db, url, owner: db, ownerUrl: url, superuser: db, close: () => db.destroy() };
const bus = createLocalBus((error) => {
  throw error;
});
const floor = new TestFloor(database, {}, undefined, { bus, node: sharedTestNode(url, name) });
await floor.start();
process.send?.("ready");
