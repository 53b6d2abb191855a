/** An authenticator in software: what a browser would give for a passkey, and what an attacker would change in it. */
import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;
const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const base64url = (data: Buffer) => data.toString("base64url");

interface Ceremony {
  challenge: string;
  rpId: string;
  origin: string;
  /** Whether the authenticator has checked who holds it. */
  verified?: boolean;
  /** In the place of the one that rises with each use. */
  counter?: number;
}

export class Authenticator {
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly #id = randomBytes(16);
  #counter = 0;

  #clientData(type: string, { challenge, origin }: Ceremony): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }
  #data({ rpId, verified = true, counter }: Ceremony, flags: number): Buffer {
    const count = Buffer.alloc(4);
    this.#counter += 1;
    count.writeUInt32BE(counter ?? this.#counter);
    const present = USER_PRESENT | (verified ? USER_VERIFIED : 0) | flags;
    return Buffer.concat([sha256(rpId), Buffer.from([present]), count]);
  }

  /** For `navigator.credentials.create`. */
  create(ceremony: Ceremony): Record<string, unknown> {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    // COSE: an elliptic curve key (2) for ES256 (-7) on P-256 (1).
    const key = isoCBOR.encode(
      new Map<number, number | Uint8Array<ArrayBuffer>>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, "base64url"))],
        [-3, new Uint8Array(Buffer.from(y, "base64url"))],
      ]),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const authData = Buffer.concat([
      this.#data(ceremony, HAS_CREDENTIAL),
      Buffer.alloc(16),
      length,
      this.#id,
      Buffer.from(key),
    ]);
    const attestation = isoCBOR.encode(
      new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", new Uint8Array(authData)],
      ]) as never,
    );
    return {
      id: base64url(this.#id),
      rawId: base64url(this.#id),
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(this.#clientData("webauthn.create", ceremony)),
        attestationObject: base64url(Buffer.from(attestation)),
        transports: ["internal"],
      },
    };
  }

  /** For `navigator.credentials.get`. */
  get(ceremony: Ceremony): Record<string, unknown> {
    const clientData = this.#clientData("webauthn.get", ceremony);
    const data = this.#data(ceremony, 0);
    const signature = createSign("SHA256")
      .update(Buffer.concat([data, sha256(clientData)]))
      .sign(this.#keys.privateKey);
    return {
      id: base64url(this.#id),
      rawId: base64url(this.#id),
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle: base64url(Buffer.from("staff")),
      },
    };
  }
}
