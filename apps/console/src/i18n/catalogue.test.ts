import { END_REASONS, ERRORS, ErrorCode } from "@reelcast/contract";
import { CONSOLE_CALLS } from "@reelcast/contract/console";
import { textsOf } from "@reelcast/build/catalogues";
import { expectSameTexts } from "@reelcast/testing/catalogues";
import { describe, expect, it } from "vitest";

const files = import.meta.glob<Record<string, string>>("./*/*.json", { import: "default", eager: true });
const textsIn = (language: string, subject: string) => files[`./${language}/${subject}.json`] ?? {};
const subjects = Object.keys(files).flatMap((path) => /^\.\/tr\/(\w+)\.json$/.exec(path)?.[1] ?? []);

/** Codes of the common catalogue that a call of the console may answer: those of any call, and its own. */
const MET: readonly number[] = [
  ErrorCode.AddressNotPermitted,
  ErrorCode.InvalidRequest,
  ErrorCode.TokenInvalid,
  ErrorCode.NotPermitted,
  ErrorCode.OriginNotAccepted,
  ErrorCode.TooManyRequests,
  ErrorCode.InternalError,
  ErrorCode.ServiceUnavailable,
  ...Object.values(CONSOLE_CALLS).flatMap((call) => ("errors" in call ? [...call.errors] : [])),
];

describe.each(["tr", "en", "ar"])("texts in %s", (language) => {
  it.each(subjects.filter((subject) => subject !== "errors"))(
    "%s has the keys and parameters of the Turkish one",
    (subject) => {
      expectSameTexts(textsIn(language, subject), textsIn("tr", subject));
    },
  );
  it("words every end of a session", () => {
    for (const reason of END_REASONS) expect(textsIn(language, "machine")).toHaveProperty([`end_${reason}`]);
  });
  it("words every refusal that the console may meet", () => {
    const texts = textsOf(language, "errors", textsIn(language, "errors"));
    for (const [name, code] of Object.entries(ErrorCode))
      if (MET.includes(code)) {
        expect(texts, name).toHaveProperty([name]);
        expectSameTexts({ [name]: texts[name] ?? "" }, { [name]: ERRORS[code].message });
      }
    for (const name of ["unknown", "network", "timeout", "badAnswer"]) expect(texts).toHaveProperty([name]);
  });
});
