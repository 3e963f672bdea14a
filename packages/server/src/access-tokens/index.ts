export { type AccountKey, findAccountKeys } from './accounts/account-key-store.ts';
export {
  countValidKeys,
  listAccountsAfter,
  listShownKeys,
  listShownSecrets,
  summarizeCredentials,
} from './accounts/account-list-store.ts';
export {
  createServiceAccount,
  type NewAccount,
  readServiceAccount,
  setAccountActive,
} from './accounts/administer-accounts.ts';
export {
  addGeneratedKey,
  addPublicKey,
  readAccountKey,
  retireKey,
  rotateKeys,
} from './accounts/administer-keys.ts';
export { addSecret, readSecret, retireSecret, rotateSecrets } from './accounts/administer-secrets.ts';
export { formatTimeWindow, parseTimeWindow } from './accounts/allowed-times.ts';
export { type ListedSecret, listClientSecrets } from './accounts/client-secret-store.ts';
export {
  listAccountsWithId,
  listServiceAccounts,
  listTenantsOfAccount,
  lockServiceAccount,
  type ServiceAccount,
} from './accounts/service-account-store.ts';
export { createFailureLimit, createSlowLanes, type FailureLimit } from './failures/failure-limit.ts';
export type { ShareFailure } from './failures/share-failures.ts';
export { oauthErrorReply, refused } from './grants/oauth-error.ts';
export { parseForm } from './grants/parse-form.ts';
export { signJws } from './jose/sign-jws.ts';
export {
  endSigningKeys,
  rotateSettledSigningKeys,
  rotateSigningKeys,
  SIGNED_LIFETIMES,
  type SigningKeyRotation,
} from './signing-keys/rotate-signing-keys.ts';
export { listSigningKeys } from './signing-keys/signing-key-store.ts';
export {
  type CurrentSigningKey,
  loadSigningKeys,
  MAX_SIGNING_KEY_AGE_MS,
  rewrapSigningKeys,
  SIGNING_PURPOSES,
  type SigningKeys,
  signsFrom,
} from './signing-keys/signing-keys.ts';
export { MAX_TOKEN_STALENESS_MS } from './tokens/verify-access-token.ts';
