/**
 * React's development build, whose warnings fail tests, without what it records for the developer tools of a browser: a
 * stack trace and an asynchronous task for each element, and the timing of each component. That is a sixth of the time of all
 * component tests. To be evaluated before React is.
 */
import type * as React from "react";

Reflect.deleteProperty(console, "createTask");
Reflect.deleteProperty(console, "timeStamp");

const react: typeof React = await import("react");
const internals: unknown = Reflect.get(react, "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE");
// React makes stack traces of the first 10,000 elements of each second: these have been.
if (typeof internals === "object" && internals !== null)
  Object.defineProperty(internals, "recentlyCreatedOwnerStacks", { get: () => 10_000, set() {} });
