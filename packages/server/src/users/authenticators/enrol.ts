import { randomBytes } from 'node:crypto';
import { newId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { UserDeps } from '../user-deps.ts';
import { insertPasskey, listAuthenticators, replacePassword } from './authenticator-store.ts';
import { beginCeremony, findCeremony, takeCeremony } from './ceremony-store.ts';
import { requireStrongPassword } from './judge-password.ts';
import { type PasskeyCredential, passkeyOptions, verifyNewPasskey } from './passkeys.ts';
import { describeTotp, findTotpStep, newTotpSeed } from './totp.ts';

const CHALLENGE_BYTES = 32;

/** A new challenge for a ceremony (Web Authentication Level 3, section 13.4.3). */
export const newChallenge = (): Buffer => randomBytes(CHALLENGE_BYTES);

/** Who enrols: a person, or somebody who becomes one with this id. */
export type Enrolling = { userId: string; name: string };

type Json = Record<string, unknown>;

/** What is sent to enrol an authenticator. */
export type SentAuthenticator = { passkey: Json; label: string } | { password: string; code: string };

/** Begins the enrolment of a passkey in a browser. */
export async function startPasskey(
  { db, clock, relyingParty }: UserDeps,
  user: Enrolling,
  holderHash: Buffer,
): Promise<Json> {
  const challenge = newChallenge();
  const ceremony = { userId: user.userId, challenge, sealedTotpSeed: undefined };
  await beginCeremony(db, { holderHash, purpose: 'passkey' }, ceremony, clock.now());
  const known = (await listAuthenticators(db, user.userId)).flatMap((one) =>
    one.kind === 'passkey' ? [one.passkey] : [],
  );
  return passkeyOptions(relyingParty, { ...user, known }, challenge);
}

/** Begins the enrolment of a password in a browser, with a new seed of one-time passwords. */
export async function startTotp(
  { db, clock, keys }: UserDeps,
  user: Enrolling,
  holderHash: Buffer,
): Promise<{ secret: string; uri: string }> {
  const seed = newTotpSeed();
  const sealedTotpSeed = await keys.sealSeed(holderHash, seed);
  const ceremony = { userId: user.userId, challenge: undefined, sealedTotpSeed };
  await beginCeremony(db, { holderHash, purpose: 'totp' }, ceremony, clock.now());
  return describeTotp(seed, user.name);
}

/** An authenticator that was proven to work and is not kept yet. */
export type ProvenAuthenticator = { userId: string } & (
  | { kind: 'passkey'; passkey: PasskeyCredential; label: string }
  | { kind: 'password'; hashed: string; seed: Buffer; step: number }
);

async function proveNewPasskey(
  { db, clock, relyingParty }: UserDeps,
  { passkey, label }: { passkey: Json; label: string },
  holderHash: Buffer,
): Promise<ProvenAuthenticator> {
  const ceremony = await takeCeremony(db, { holderHash, purpose: 'passkey' }, clock.now());
  if (!ceremony?.challenge) throw new Refusal('40077');
  const credential = await verifyNewPasskey(relyingParty, passkey, ceremony.challenge);
  return { kind: 'passkey', userId: ceremony.userId, passkey: credential, label };
}

async function proveNewPassword(
  { db, clock, keys, hasher, relyingParty }: UserDeps,
  { password, code }: { password: string; code: string },
  holderHash: Buffer,
  about: readonly string[],
): Promise<ProvenAuthenticator> {
  const ceremony = await findCeremony(db, { holderHash, purpose: 'totp' }, clock.now());
  if (!ceremony?.sealedTotpSeed) throw new Refusal('40075');
  await requireStrongPassword(password, [...about, relyingParty.host]);
  const seed = await keys.unsealSeed(holderHash, ceremony.sealedTotpSeed);
  const step = findTotpStep(seed, code, 0, clock.now());
  if (step === undefined) throw new Refusal('40075');
  const hashed = await hasher.hash(password);
  return { kind: 'password', userId: ceremony.userId, hashed, seed, step };
}

/** Proves that a new authenticator works: a passkey by its ceremony, a password by a code made with its seed. `about` are words that make a password guessable. */
export const proveNewAuthenticator = (
  deps: UserDeps,
  sent: SentAuthenticator,
  holderHash: Buffer,
  about: readonly string[],
): Promise<ProvenAuthenticator> =>
  'passkey' in sent
    ? proveNewPasskey(deps, sent, holderHash)
    : proveNewPassword(deps, sent, holderHash, about);

/** Keeps an authenticator that was proven, in the caller's database transaction. */
export async function keepAuthenticator(
  db: Db,
  { keys, clock }: Pick<UserDeps, 'keys' | 'clock'>,
  proven: ProvenAuthenticator,
): Promise<void> {
  const at = clock.now();
  const [authenticatorId, { userId }] = [newId(at.getTime()), proven];
  if (proven.kind === 'passkey') {
    const { passkey, label } = proven;
    if (!(await insertPasskey(db, { authenticatorId, userId, label, at, passkey })))
      throw new Refusal('40077');
    return;
  }
  const { hashed, seed, step } = proven;
  await replacePassword(db, {
    ...{ authenticatorId, userId, at, totpStep: step },
    sealedPassword: await keys.seal(authenticatorId, 'sealed_password', Buffer.from(hashed, 'utf8')),
    sealedTotpSeed: await keys.seal(authenticatorId, 'sealed_totp_seed', seed),
  });
}
