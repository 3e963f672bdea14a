import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  VerifiedAuthenticationResponse,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server';
import { Refusal } from '../../kernel/base/refusal.ts';

/** Milliseconds for the browser's dialog: as long as a challenge is good for. */
const TIMEOUT_MS = 300_000;
/** EdDSA, ES256 and RS256 (RFC 9053). */
const ALGORITHMS = [-8, -7, -257];
const MAX_CREDENTIAL_ID = 1_024;

/** The host and the origin that passkeys are bound to. */
export type RelyingParty = { host: string; origin: string };

/** A passkey as it is kept. */
export type PasskeyCredential = {
  credentialId: Buffer;
  publicKey: Buffer;
  signCount: number;
  transports: readonly string[];
};

/** Loaded with the first passkey: a service without a portal never needs it. */
const loadWebAuthn = () => import('@simplewebauthn/server');

type Json = Record<string, unknown>;

const asJson = (value: object): Json => ({ ...value }) as Json;
const base64url = (bytes: Buffer): string => bytes.toString('base64url');

/** Reads the relying party from the portal's address. */
export function toRelyingParty(portalUrl: string): RelyingParty {
  const { hostname, origin } = new URL(portalUrl);
  return { host: hostname, origin };
}

/** Options for a new passkey: discoverable, unlocked by PIN, finger or face, without attestation. */
export const passkeyOptions = async (
  { host }: RelyingParty,
  user: { userId: string; name: string; known: readonly PasskeyCredential[] },
  challenge: Buffer,
): Promise<Json> => {
  const { generateRegistrationOptions } = await loadWebAuthn();
  return asJson(
    await generateRegistrationOptions({
      rpName: 'titular',
      rpID: host,
      userName: user.name,
      userDisplayName: user.name,
      userID: new TextEncoder().encode(user.userId),
      challenge: Uint8Array.from(challenge),
      timeout: TIMEOUT_MS,
      attestationType: 'none',
      excludeCredentials: user.known.map(({ credentialId }) => ({ id: base64url(credentialId) })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
};

/** Options for signing in; no credential is named, so that nothing tells whether an account exists. */
export const signInOptions = async (
  { host }: RelyingParty,
  challenge: Buffer,
  known: readonly PasskeyCredential[] = [],
): Promise<Json> => {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  return asJson(
    await generateAuthenticationOptions({
      rpID: host,
      challenge: Uint8Array.from(challenge),
      timeout: TIMEOUT_MS,
      userVerification: 'required',
      allowCredentials: known.map(({ credentialId }) => ({ id: base64url(credentialId) })),
    }),
  );
};

/** A response that the library throws at is as wrong as one that it finds wrong. */
async function verified<Result extends { verified: boolean }>(
  verify: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    const result = await verify();
    return result.verified ? result : undefined;
  } catch {
    return undefined;
  }
}

/** Checks the response of a new passkey; anything wrong with it is 40077. */
export async function verifyNewPasskey(
  { host, origin }: RelyingParty,
  response: Json,
  challenge: Buffer,
): Promise<PasskeyCredential> {
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const result = await verified<VerifiedRegistrationResponse>(() =>
    verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: base64url(challenge),
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  const { credential, fmt } = result?.registrationInfo ?? {};
  const isSound =
    credential && fmt === 'none' && isOfThisPage(response) && credential.id.length <= MAX_CREDENTIAL_ID;
  if (!isSound) throw new Refusal('40077');
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    signCount: credential.counter,
    transports: (credential.transports ?? []).slice(0, 8).map((transport) => String(transport).slice(0, 32)),
  };
}

type ClientData = { crossOrigin?: unknown; topOrigin?: unknown };

/** Whether a ceremony was done in the portal's own page, and not in one that another frames (Web Authentication Level 3, section 5.8.1). */
function isOfThisPage(response: Json): boolean {
  const { clientDataJSON } = Object(response['response']) as { clientDataJSON?: unknown };
  try {
    const text = Buffer.from(String(clientDataJSON), 'base64url').toString('utf8');
    const { crossOrigin, topOrigin } = JSON.parse(text) as ClientData;
    return crossOrigin !== true && topOrigin === undefined;
  } catch {
    return false;
  }
}

/** The id of the credential that a response was made with. */
export function credentialIdOf(response: Json): Buffer | undefined {
  const { id } = response;
  const isId = typeof id === 'string' && id.length <= MAX_CREDENTIAL_ID && /^[A-Za-z0-9_-]+$/.test(id);
  return isId ? Buffer.from(id, 'base64url') : undefined;
}

/** Whether a response names the account that its credential belongs to, where it names one. */
export function isForUser(response: Json, userId: string): boolean {
  const { userHandle } = Object(response['response']) as { userHandle?: unknown };
  if (userHandle === undefined || userHandle === null) return true;
  return typeof userHandle === 'string' && Buffer.from(userHandle, 'base64url').toString('utf8') === userId;
}

/** The counter after a response that a passkey made; undefined where anything is wrong with it, a counter that did not grow among it. */
export async function verifyPasskey(
  { host, origin }: RelyingParty,
  response: Json,
  challenge: Buffer,
  passkey: PasskeyCredential,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const result = await verified<VerifiedAuthenticationResponse>(() =>
    verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: base64url(challenge),
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      credential: {
        id: base64url(passkey.credentialId),
        publicKey: Uint8Array.from(passkey.publicKey),
        counter: passkey.signCount,
      },
    }),
  );
  return result && isOfThisPage(response) ? result.authenticationInfo.newCounter : undefined;
}
