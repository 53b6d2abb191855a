/**
 * Wrong attempts of the staff, by the rules of ../throttle.ts. They are counted for the name that was given, whether or not
 * somebody has it, so that neither answer nor block shows who belongs to the staff.
 *
 * A name from one network: 5 times, then 15 minutes for that network. A network for all names: 30 times. A name from
 * everywhere: 50 times, then 15 minutes for networks from which this member has never signed in. Passkeys are not guessed, so
 * that nobody is kept out by strangers.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { CodedError } from "@reelcast/contract";
import type { FailureStore } from "../failureStore.ts";
import { networkOf } from "../networkOf.ts";
import { createQueue } from "../queue.ts";
import { secretDigest } from "../secretDigest.ts";
import { ACCOUNT_RULE, ADDRESS_RULE, EVERYWHERE_RULE } from "../throttle.ts";
import type { ThrottleRule } from "../throttle.ts";

/** Codes have six digits only: each further block lasts twice as long. */
const CODE_RULE: ThrottleRule = { ...ADDRESS_RULE, attempts: 5 };
const WAITING = 32;

/** A digest: what is typed as a name may be a password. */
export const nameSubject = (skeleton: string): string => `staff:${secretDigest(skeleton)}`;
const networkSubject = (network: string): string => `staff-network:${network}`;

export interface Attempts {
  /**
   * Runs `work`, which returns null after a wrong password, unless too many were wrong; one at a time for each name and network.
   * @throws AppError WrongCredentials, AccountProtected, TooManyRequests where too many wait
   */
  password<T>(
    attempt: { skeleton: string; address: string; staffId: number | null; isKnown: () => Promise<boolean> },
    work: () => Promise<T | null>,
  ): Promise<T>;
  /**
   * The same for a member who is signed in, or has given the right password.
   * @throws AppError `refusal`, AccountProtected
   */
  ofMember<T>(
    kind: "code" | "password",
    staffId: number,
    refusal: () => CodedError,
    work: () => Promise<T | null>,
  ): Promise<T>;
}

/** @param onBlocked a series of wrong attempts has led to a block. At most one call for each attempt */
export function createAttempts(
  failures: FailureStore,
  onBlocked: (about: { staffId: number | null; ip: string | null }) => Promise<void>,
): Attempts {
  const queue = createQueue({ atOnce: 1, waiting: WAITING });
  async function mustBeAllowed(subject: string): Promise<void> {
    const verdict = await failures.mayTry(subject);
    if (!verdict.allowed) throw new AppError(ErrorCode.AccountProtected, { minutes: verdict.minutes });
  }
  return {
    password({ skeleton, address, staffId, isKnown }, work) {
      const network = networkOf(address);
      const everywhere = nameSubject(skeleton);
      const here = `${everywhere}@${network}`;
      return queue.run(here, async () => {
        await mustBeAllowed(networkSubject(network));
        await mustBeAllowed(here);
        if (!(await isKnown())) await mustBeAllowed(everywhere);
        const result = await work();
        if (result !== null) {
          await failures.forget(here);
          await failures.tidy();
          return result;
        }
        const counted = [
          await failures.count(networkSubject(network), ADDRESS_RULE),
          await failures.count(everywhere, EVERYWHERE_RULE),
          await failures.count(here, ACCOUNT_RULE),
        ];
        if (counted.some(({ remaining }) => remaining === 0)) await onBlocked({ staffId, ip: address });
        throw new AppError(ErrorCode.WrongCredentials);
      });
    },
    ofMember(kind, staffId, refusal, work) {
      const subject = `staff-${kind}:${staffId}`;
      return queue.run(subject, async () => {
        await mustBeAllowed(subject);
        const result = await work();
        if (result !== null) {
          await failures.forget(subject);
          return result;
        }
        const { remaining } = await failures.count(subject, CODE_RULE);
        if (remaining === 0) await onBlocked({ staffId, ip: null });
        throw refusal();
      });
    },
  };
}
