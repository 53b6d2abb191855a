/** The page to sign in, which leads to where somebody wanted to go. */
import { getRouteApi, useRouter } from "@tanstack/react-router";
import { useT } from "../i18n/index.ts";
import { session } from "../session/store.ts";
import { Frame } from "./Frame.tsx";
import { SignInSteps } from "./SignInSteps.tsx";

const route = getRouteApi("/sign-in");

/** Only to this site: "//elsewhere" is another one. */
const within = (to: string | undefined) => (to !== undefined && /^\/(?![/\\])/.test(to) ? to : "/");

export default function SignInScreen() {
  const t = useT();
  const router = useRouter();
  const { to } = route.useSearch();
  return (
    <Frame title={t("signIn.title")}>
      <SignInSteps
        onSignedIn={(token) => {
          session.open(token);
          router.history.replace(within(to));
        }}
      />
    </Frame>
  );
}
