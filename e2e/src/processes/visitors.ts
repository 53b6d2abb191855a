/**
 * A player and a member of the staff who reach a house by the names and ports that its proxy has for them: calls, sockets and files.
 * A program of its own, because it runs on a computer of a test, and trusts the authority of NODE_EXTRA_CA_CERTS. Prints what they
 * were answered as JSON.
 */
import { PlayerClient } from "../client.ts";
import { StaffClient } from "./staffClient.ts";

export interface Visit {
  /** Addresses of the site and of the console. */
  site: string;
  console: string;
  player: { username: string; password: string; machine: number };
  member: { name: string; password: string } & ({ link: string; isFirst: boolean } | { link: null });
}
export interface Seen {
  /** Before and after a deposit and its payment. */
  balances: [number, number];
  /** How often the member's socket was sent the machine's tile while it was played. */
  changes: number;
  /** First lines of the player's transactions and of the audit log, and their numbers of lines. */
  transactions: { first: string; lines: number };
  audit: { first: string; lines: number; text: string };
}

const AMOUNT = 50_00;

const { site, console: staffSite, player, member } = JSON.parse(process.argv[2] ?? "") as Visit;

const staff =
  member.link === null
    ? await StaffClient.signIn(staffSite, member.name, member.password)
    : await StaffClient.byLink(staffSite, member.link, member.password, member.isFirst ? member.name : undefined);
const socket = await staff.follow(["floor"]);

const client = await PlayerClient.login(site, player.username, player.password);
const before = await client.balance();
const game = await client.game("ticket");
const { machine } = await game.init(player.machine);
await game.cashIn(AMOUNT);
const play = machine.bands.flatMap(({ controls }) => controls).find(({ kind }) => kind === "play")?.id ?? "play";
await game.press(play);
await game.until(({ method, params }) => method === "meters" && params["phase"] === "spinning");
const isTileOf = ({ topic, change }: (typeof socket.changes)[number]) =>
  topic === "floor" && JSON.stringify(change).includes(`"id":${player.machine}`);
while (!socket.changes.some(isTileOf)) await new Promise((resolve) => setTimeout(resolve, 20));
const { changes } = socket;
socket.close();
game.close();

const lines = (text: string) => text.trim().split("\r\n");
const summary = (text: string) => ({ first: lines(text)[0] ?? "", lines: lines(text).length });
const transactions = await client.download("transactions.csv");
const audit = await staff.download("audit/export");
const seen: Seen = {
  balances: [before, await client.balance()],
  changes: changes.filter(isTileOf).length,
  transactions: summary(transactions),
  audit: { ...summary(audit), text: audit },
};
console.log(JSON.stringify(seen));
process.exit(0);
