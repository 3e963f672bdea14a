import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { ASSERTION_CLOCK_SKEW_SECONDS } from '@titular/contract';
import type { Clock } from '../../kernel/base/clock.ts';
import type { AccountDirectory } from '../accounts/account-directory.ts';
import type { AccountKey } from '../accounts/account-key-store.ts';
import type { ServiceAccount } from '../accounts/service-account-store.ts';
import { type CompactJws, checkJwsHeader, parseCompactJws } from '../jose/compact-jws.ts';
import { isSignedWith } from '../jose/verify-jws.ts';
import {
  type AssertionClaims,
  type AssertionIssuer,
  type AssertionRole,
  assertionHash,
  assertionHeaderRule,
  checkAssertionClaims,
  registeredAlgorithm,
} from './assertion.ts';
import type { AssertionUse, ConsumeAssertion } from './consume-assertions.ts';
import { type OAuthError, refused } from './oauth-error.ts';

/** What verification needs; `issuer` is our own address as in the metadata. */
export type AssertionDeps = {
  clock: Clock;
  issuer: string;
  accounts: AccountDirectory;
  consumeAssertion: ConsumeAssertion;
};

/** A sound assertion, of whom, by which key; it counts only once its use was taken. */
export type VerifiedAssertion = {
  kind: 'verified';
  account: ServiceAccount;
  credentialId: string;
  scope: string | undefined;
  use: AssertionUse;
};

async function findIssuingAccount(
  accounts: AccountDirectory,
  issuer: AssertionIssuer,
): Promise<{ kind: 'account'; account: ServiceAccount } | OAuthError> {
  const account =
    issuer.kind === 'client'
      ? await accounts.findByClientId(issuer.clientId)
      : await accounts.findByName(issuer.tenantId, issuer.account);
  if (account) return { kind: 'account', account };
  const tenantKnown = issuer.kind === 'client' || (await accounts.isTenantKnown(issuer.tenantId));
  return refused(tenantKnown ? 'account_unknown' : 'tenant_unknown');
}

const isRetired = ({ retiredAt }: AccountKey, now: Date): boolean =>
  retiredAt !== undefined && retiredAt <= now;

// During a rotation there are two; more active keys than this need a kid.
const MAX_KEYS_TRIED = 4;

/** The keys an assertion may be verified with: the one its kid names, retired or not, or without a kid the newest active ones of its algorithm. */
function chooseAccountKeys(
  keys: readonly AccountKey[],
  { kid, alg }: CompactJws['header'],
  now: Date,
): readonly AccountKey[] {
  if (kid !== undefined) return keys.filter((key) => key.keyId === kid);
  const active = keys.filter((key) => !isRetired(key, now));
  if (active.length <= 1) return active;
  return active.filter((key) => key.algorithm === registeredAlgorithm(alg)).slice(-MAX_KEYS_TRIED);
}

// Opening a key costs as much as using it, and the directory hands out the same keys again.
const openedKeys = new WeakMap<AccountKey, KeyObject>();

function openKey(key: AccountKey): KeyObject {
  const opened = openedKeys.get(key) ?? createPublicKey({ key: key.publicJwk as JsonWebKey, format: 'jwk' });
  openedKeys.set(key, opened);
  return opened;
}

const isSignedBy = (jws: CompactJws, key: AccountKey): boolean =>
  isSignedWith(jws, key.algorithm, openKey(key));

const namesAccount = ({ issuer, iss, subject }: AssertionClaims, account: ServiceAccount): boolean =>
  subject === iss ||
  subject === account.clientId ||
  (issuer.kind === 'account' && subject === account.account);

const findSigner = (keys: readonly AccountKey[], jws: CompactJws): AccountKey | undefined =>
  keys.length <= 1 ? keys[0] : keys.find((key) => isSignedBy(jws, key));

// A key that was registered a moment ago is found too: one that the memory does not know is looked for once more.
async function findKey(
  accounts: AccountDirectory,
  account: ServiceAccount,
  jws: CompactJws,
  now: Date,
): Promise<AccountKey | undefined> {
  const find = async (fresh: boolean) =>
    findSigner(chooseAccountKeys(await accounts.findKeys(account, fresh), jws.header, now), jws);
  return (await find(false)) ?? (await find(true));
}

// What only the holder of the key may learn comes after the signature: that a key is retired or an account inactive.
function checkSigner(
  jws: CompactJws,
  claims: AssertionClaims,
  account: ServiceAccount,
  key: AccountKey,
  now: Date,
): OAuthError | { kind: 'signed' } {
  if (key.algorithm !== registeredAlgorithm(jws.header['alg'])) return refused('assertion_algorithm');
  if (!isSignedBy(jws, key)) return refused('bad_signature');
  if (isRetired(key, now)) return refused('key_retired');
  if (!account.active) return refused('account_inactive');
  if (claims.lifetimeSeconds > account.assertionLifetimeSeconds) return refused('assertion_lifetime');
  return namesAccount(claims, account) ? { kind: 'signed' } : refused('wrong_subject');
}

const HEADER_SUB_CODES = {
  'bad-parameter': 'assertion_header',
  'bad-algorithm': 'assertion_algorithm',
} as const;

/** Verifies an assertion (RFC 7523 section 3) up to its use, which the caller takes last; cheap checks come before any query or arithmetic. */
export async function verifyAssertion(
  { clock, issuer, accounts }: AssertionDeps,
  text: string,
  role: AssertionRole,
): Promise<VerifiedAssertion | OAuthError> {
  const jws = parseCompactJws(text);
  if (!jws) return refused('assertion_malformed');
  const header = checkJwsHeader(jws.header, assertionHeaderRule);
  if (header !== 'sound') return refused(HEADER_SUB_CODES[header]);
  const now = clock.now();
  const checked = checkAssertionClaims(jws.payload, { issuer, role, now });
  if (checked.kind === 'fault') return refused(checked.subCode, checked.detail);
  const { claims } = checked;
  const found = await findIssuingAccount(accounts, claims.issuer);
  if (found.kind === 'refused') return found;
  const { account } = found;
  const key = await findKey(accounts, account, jws, now);
  if (!key) return refused('assertion_key_unknown');
  const signer = checkSigner(jws, claims, account, key, now);
  if (signer.kind === 'refused') return signer;
  return {
    kind: 'verified',
    account,
    credentialId: key.keyId,
    scope: claims.scope,
    use: {
      tenantId: account.tenantId,
      hash: assertionHash(account.account, claims.jti, jws.signingInput),
      expiresAt: new Date((claims.expiresAtSeconds + ASSERTION_CLOCK_SKEW_SECONDS) * 1000),
    },
  };
}
