/** Accounts of NATS for tests, as `nsc` makes them: an operator that signs accounts, and an account that signs users. */
import { encodeAccount, encodeOperator, encodeUser, fmtCreds } from "@nats-io/jwt";
import { createAccount, createOperator, createUser } from "@nats-io/nkeys";

/** `seconds`: for how long the user may connect; below 0 the time is over. */
export interface NatsUserOptions {
  seconds?: number;
}
export interface NatsAccount {
  /** Text of a credentials file. */
  user(name: string, options?: NatsUserOptions): Promise<string>;
}

/** Without it an account may have no connection at all. */
const UNLIMITED = { conn: -1, subs: -1, data: -1, payload: -1, wildcards: true };

/** `known`: the server's configuration has it; `other`: an account of another operator. */
export async function createAccounts(): Promise<{ more: string; known: NatsAccount; other: NatsAccount }> {
  const create = async () => {
    const [operatorKey, key] = [createOperator(), createAccount()];
    const operator = await encodeOperator("house", operatorKey);
    const jwt = await encodeAccount("reelcast", key, { limits: UNLIMITED }, { signer: operatorKey });
    const account: NatsAccount = {
      async user(name, { seconds = 3_600 } = {}) {
        const userKey = createUser();
        const exp = Math.floor(Date.now() / 1_000) + seconds;
        return new TextDecoder().decode(fmtCreds(await encodeUser(name, userKey, key, {}, { exp }), userKey));
      },
    };
    return { operator, jwt, id: key.getPublicKey(), account };
  };
  const [known, other] = [await create(), await create()];
  const more = [
    `operator: "${known.operator}"`,
    "resolver: MEMORY",
    `resolver_preload: { ${known.id}: "${known.jwt}" }`,
  ].join("\n");
  return { more, known: known.account, other: other.account };
}
