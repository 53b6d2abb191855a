import { useT } from "../i18n/index.ts";

export default function SessionsScreen() {
  return <h1 className="text-2xl font-semibold">{useT()("shell.sessions")}</h1>;
}
