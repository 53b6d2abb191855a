/** The login within the app, after a logout: the same part of the page as at a start without a login. */
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { redirectTarget } from "../redirect.ts";
import { showLogin } from "./page.ts";

export default function LoginScreen() {
  const navigate = useNavigate();
  const { redirect } = useSearch({ strict: false });
  const onDone = useEffectEvent(() => navigate({ href: redirectTarget(redirect), replace: true }));
  useEffect(() => showLogin({ onDone }), []);
  return null;
}
