/**
 * Wrong attempts of the staff, by the rules of ../throttle.ts. They are counted for the name that was given, whether or not
 * somebody has it, so that neither answer nor block shows who belongs to the staff.
 *
 * A name from one network: 5 times, then 15 minutes for that network. A network for all names: 30 times; the block does not
 * hold for members who have signed in from there. A name from everywhere: 50 times, then 15 minutes for networks from which
 * this member has never signed in. Passkeys are not guessed, so that nobody is kept out by strangers.
 *
 * Codes after the right password: 5 times in each network from which the member has signed in, and 5 times in all others
 * together. So they are guessed no more often by many networks, and somebody who knows the password keeps the member out of no
 * usual network.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { CodedError } from "@reelcast/contract";
import type { FailureStore } from "../failureStore.ts";
import { networkOf } from "../networkOf.ts";
import { createQueue } from "../queue.ts";
import { secretDigest } from "../secretDigest.ts";
import { ACCOUNT_RULE, ADDRESS_RULE, EVERYWHERE_RULE } from "../throttle.ts";
import type { ThrottleRule, Verdict } from "../throttle.ts";

/** Codes have six digits only: each further block lasts twice as long. */
const CODE_RULE: ThrottleRule = { ...ADDRESS_RULE, attempts: 5 };
const WAITING = 32;

/** A digest: what is typed as a name may be a password. */
const nameSubject = (skeleton: string): string => `staff:${secretDigest(skeleton)}`;
const networkSubject = (network: string): string => `staff-network:${network}`;

/** What a member tries to prove who is signed in already, or, `code`, has given the right password. */
type Proof = "code" | "password" | "totp";
const memberSubject = (proof: Proof, staffId: number): string => `staff-${proof}:${staffId}`;
/** Ends every block of a member. */
export async function forgetMember(
  failures: Pick<FailureStore, "forgetWithPlaces">,
  { id, skeleton }: { id: number; skeleton: string },
): Promise<void> {
  const proofs: readonly Proof[] = ["code", "password", "totp"];
  for (const subject of [nameSubject(skeleton), ...proofs.map((proof) => memberSubject(proof, id))])
    await failures.forgetWithPlaces(subject);
}

type Refused = Extract<Verdict, { allowed: false }>;
const blocked = ({ minutes }: Refused) => new AppError(ErrorCode.AccountProtected, { minutes });

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
   * The same for a code of a member who has given the right password.
   * @throws AppError `refusal`, AccountProtected
   */
  code<T>(
    attempt: { staffId: number; address: string; isKnown: () => Promise<boolean> },
    refusal: () => CodedError,
    work: () => Promise<T | null>,
  ): Promise<T>;
  /** The same for a member who is signed in. @throws AppError `refusal`, AccountProtected */
  ofMember<T>(
    proof: "password" | "totp",
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
  function proving<T>(
    subject: string,
    about: { staffId: number; ip: string | null },
    refusal: () => CodedError,
    work: () => Promise<T | null>,
  ): Promise<T> {
    return queue.run(subject, async () => {
      const verdict = await failures.mayTry(subject);
      if (!verdict.allowed) throw blocked(verdict);
      const result = await work();
      if (result !== null) {
        await failures.forget(subject);
        return result;
      }
      const { remaining } = await failures.count(subject, CODE_RULE);
      if (remaining === 0) await onBlocked(about);
      throw refusal();
    });
  }
  return {
    password({ skeleton, address, staffId, isKnown }, work) {
      const network = networkOf(address);
      const everywhere = nameSubject(skeleton);
      const here = `${everywhere}@${network}`;
      return queue.run(here, async () => {
        const isUsual = await isKnown();
        const ofNetwork = await failures.mayTry(networkSubject(network));
        const ofName = await failures.mayTry(here);
        const ofAll = await failures.mayTry(everywhere);
        // In a blocked network all get the same answer, so that it does not show who signs in there.
        if (!ofNetwork.allowed && !(isUsual && ofName.allowed)) throw blocked(ofNetwork);
        if (!ofName.allowed) throw blocked(ofName);
        if (!ofAll.allowed && !isUsual) throw blocked(ofAll);
        const result = await work();
        if (result !== null) {
          await failures.forget(here);
          await failures.tidy();
          return result;
        }
        const counted = [
          // The mistakes of those who may still try lengthen no block.
          ...(ofNetwork.allowed ? [await failures.count(networkSubject(network), ADDRESS_RULE)] : []),
          await failures.count(everywhere, EVERYWHERE_RULE),
          await failures.count(here, ACCOUNT_RULE),
        ];
        if (counted.some(({ remaining }) => remaining === 0)) await onBlocked({ staffId, ip: address });
        throw ofNetwork.allowed ? new AppError(ErrorCode.WrongCredentials) : blocked(ofNetwork);
      });
    },
    async code({ staffId, address, isKnown }, refusal, work) {
      const subject = memberSubject("code", staffId);
      if (!(await isKnown())) return proving(subject, { staffId, ip: null }, refusal, work);
      return proving(`${subject}@${networkOf(address)}`, { staffId, ip: address }, refusal, work);
    },
    ofMember: (proof, staffId, refusal, work) =>
      proving(memberSubject(proof, staffId), { staffId, ip: null }, refusal, work),
  };
}
