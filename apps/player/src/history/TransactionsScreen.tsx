import { useT } from "../i18n/index.ts";

export default function TransactionsScreen() {
  return <h1 className="text-2xl font-semibold">{useT()("shell.transactions")}</h1>;
}
