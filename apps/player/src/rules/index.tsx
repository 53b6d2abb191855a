import { useT } from "../i18n/index.ts";

export default function RulesScreen() {
  return <h1 className="text-2xl font-semibold">{useT()("shell.rules")}</h1>;
}
