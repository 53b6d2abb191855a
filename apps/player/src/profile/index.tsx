import { useT } from "../i18n/index.ts";

export default function ProfileScreen() {
  return <h1 className="text-2xl font-semibold">{useT()("shell.profile")}</h1>;
}
