/**
 * Loaded before the program of an npm script. Plain JavaScript, for any version of Node: an older one can't read the program itself, and
 * the one that package.json names is missing where its installation has not run.
 */
const { existsSync } = require("node:fs");
const { join } = require("node:path");
const { devDependencies } = require("../package.json");

const MISUSE = 2;
const needed = Number.parseInt(devDependencies.node, 10);
const found = Number.parseInt(process.versions.node, 10);
const isInstalled = existsSync(join(__dirname, "../node_modules"));

if (found < needed || !isInstalled) {
  const wrong = isInstalled ? `Node ${process.versions.node} is too old` : "The packages are not installed";
  console.error(`${wrong}: run "npm ci", which brings Node ${needed}.`);
  process.exit(MISUSE);
}
