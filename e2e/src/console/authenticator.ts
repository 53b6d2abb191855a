/** A built-in key of the computer for passkeys, in a real browser, whose owner answers at once: with a finger on the sensor, or not. */
import type { CDPSession, Page } from "@playwright/test";

export class Authenticator {
  readonly #session: CDPSession;
  readonly #id: string;
  private constructor(session: CDPSession, id: string) {
    this.#session = session;
    this.#id = id;
  }
  static async of(page: Page): Promise<Authenticator> {
    const session = await page.context().newCDPSession(page);
    await session.send("WebAuthn.enable");
    const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new Authenticator(session, authenticatorId);
  }
  /** From now on the browser's question is answered, or refused. */
  async answers(isUserVerified: boolean): Promise<void> {
    await this.#session.send("WebAuthn.setUserVerified", { authenticatorId: this.#id, isUserVerified });
  }
  async credentials(): Promise<number> {
    const found = await this.#session.send("WebAuthn.getCredentials", { authenticatorId: this.#id });
    return found.credentials.length;
  }
}
