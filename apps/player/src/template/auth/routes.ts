/** The authentication pages (log in, register, forgotten password, lock) and the examples of roles. They fill the screen. */
import { ADMIN, ONLY_GUEST, STAFF } from "../../auth/roles.ts";
import type { TemplatePage } from "../page.ts";

const login = { auth: null, subjects: ["forms", "login"], page: () => import("./LoginPage.tsx") } as const;
const register = { auth: null, subjects: ["forms"], page: () => import("./RegisterPage.tsx") } as const;
const forgot = { auth: null, subjects: ["forms"], page: () => import("./ForgotPage.tsx") } as const;
const reset = { auth: null, subjects: ["forms"], page: () => import("./ResetPage.tsx") } as const;
const role = { subjects: ["forms"], page: () => import("./RolePage.tsx") } as const;

export const AUTH_PAGES: readonly TemplatePage[] = [
  { ...login, path: "/pages/auth/login" },
  { ...login, path: "/pages/auth/login-2" },
  { ...login, path: "/pages/auth/login-3" },
  { ...register, path: "/pages/auth/register" },
  { ...register, path: "/pages/auth/register-2" },
  { ...register, path: "/pages/auth/register-3" },
  { ...forgot, path: "/pages/auth/forgot-password" },
  { ...forgot, path: "/pages/auth/forgot-password-2" },
  { ...reset, path: "/pages/auth/reset-password" },
  { ...reset, path: "/pages/auth/reset-password-2" },
  { path: "/pages/auth/lock", auth: null, subjects: ["forms", "lock"], page: () => import("./LockPage.tsx") },
  { path: "/pages/auth/mail-confirm", auth: null, subjects: ["forms"], page: () => import("./MailConfirmPage.tsx") },
  { ...role, path: "/auth/admin-role-example", auth: ADMIN },
  { ...role, path: "/auth/staff-role-example", auth: STAFF },
  { ...role, path: "/auth/guest-role-example", auth: ONLY_GUEST },
];
