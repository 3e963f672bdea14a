import {
  ACCESS_TOKEN_LIFETIME_SECONDS,
  ACCOUNT_NAME,
  type AccountRows,
  type AccountView,
  MAX_ENDED_SHOWN,
  type SearchAccounts,
} from '@titular/contract';
import {
  type AccountKey,
  type ListedSecret,
  listAccountsAfter,
  listShownKeys,
  listShownSecrets,
  lockServiceAccount,
  readServiceAccount,
  type ServiceAccount,
  summarizeCredentials,
} from '../../access-tokens/index.ts';
import { OperatorRefusal } from '../../audit/index.ts';
import { addSeconds } from '../../kernel/base/clock.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { PortalCaller } from '../../kernel/http/portal/portal-route.ts';
import type { PortalDeps } from '../portal-deps.ts';

/** What the routes about accounts need; `publicUrl` is the API's, where accounts ask for tokens. */
export type AccountDeps = PortalDeps & { publicUrl: string };

const PAGE_SIZE = 50;
const NAME = new RegExp(ACCOUNT_NAME);

/** Where an account asks for access tokens. */
export const tokenUrlOf = ({ publicUrl }: Pick<AccountDeps, 'publicUrl'>): string =>
  `${publicUrl}/oauth2/token`;

/** A page of the tenant's accounts by name, with what is valid of their credentials. */
export async function searchAccounts(
  { db, clock }: Pick<AccountDeps, 'db' | 'clock'>,
  { tenantId }: Pick<PortalCaller, 'tenantId'>,
  { cursor, limit = PAGE_SIZE }: SearchAccounts,
): Promise<AccountRows> {
  // One more than asked for tells whether there is a next page.
  const found = await listAccountsAfter(db, tenantId, cursor, limit + 1);
  const page = found.slice(0, limit);
  const names = page.map(({ account }) => account);
  const credentials = await summarizeCredentials(db, tenantId, names, clock.now());
  const last = page.at(-1);
  return {
    accounts: page.map(({ account, active, scopes }) => {
      const { keys, secrets, lastUsedAt } = credentials.get(account) ?? { keys: 0, secrets: 0 };
      const used = lastUsedAt === undefined ? {} : { lastUsedAt: lastUsedAt.toISOString() };
      return { account, active, scopes: [...scopes], keys, secrets, ...used };
    }),
    ...(found.length > limit && last ? { nextCursor: last.account } : {}),
  };
}

const requireName = (name: string): void => {
  if (!NAME.test(name)) throw new Refusal('40420');
};

async function requireAccount(db: Db, { tenantId }: PortalCaller, name: string): Promise<ServiceAccount> {
  requireName(name);
  try {
    return await readServiceAccount({ db }, tenantId, name);
  } catch (error) {
    throw error instanceof OperatorRefusal ? new Refusal('40420') : error;
  }
}

/** Locks the account of the caller's tenant by its name until the transaction ends, and reads it; refuses with 40420. */
export async function lockAccount(trx: Db, caller: PortalCaller, name: string): Promise<ServiceAccount> {
  requireName(name);
  await lockServiceAccount(trx, caller.tenantId, name);
  return requireAccount(trx, caller, name);
}

type Credential = Pick<AccountKey & ListedSecret, 'createdAt' | 'lastUsedAt' | 'retiredAt'>;

const isValidAt = ({ retiredAt }: Credential, now: Date): boolean =>
  retiredAt === undefined || retiredAt > now;

/** A token may have been issued a little after the use that is kept, because uses are written down in batches. */
const USE_DELAY_SECONDS = 60;

/** When the last access token ends that a valid credential may have got; nothing once that is past. */
function toTokensEnd(one: Credential, now: Date): { tokensUntil?: string } {
  if (!one.lastUsedAt || !isValidAt(one, now)) return {};
  const end = addSeconds(one.lastUsedAt, ACCESS_TOKEN_LIFETIME_SECONDS + USE_DELAY_SECONDS);
  return end > now ? { tokensUntil: end.toISOString() } : {};
}

const toTimes = (one: Credential, now: Date) => ({
  createdAt: one.createdAt.toISOString(),
  ...(one.lastUsedAt === undefined ? {} : { lastUsedAt: one.lastUsedAt.toISOString() }),
  ...toTokensEnd(one, now),
  ...(one.retiredAt === undefined ? {} : { endsAt: one.retiredAt.toISOString() }),
  isValid: isValidAt(one, now),
});

/** One account of the caller's tenant with its settings and credentials; refuses with 40420. */
export async function showAccount(
  deps: AccountDeps,
  caller: PortalCaller,
  name: string,
): Promise<AccountView> {
  const { db, clock } = deps;
  const now = clock.now();
  const { tenantId, account, clientId, active, scopes, ...limits } = await requireAccount(db, caller, name);
  const shown = { tenantId, account, now, maxEnded: MAX_ENDED_SHOWN };
  const keys = await listShownKeys(db, shown);
  const secrets = await listShownSecrets(db, shown);
  return {
    ...{ account, clientId, active, scopes: [...scopes] },
    assertionLifetimeSeconds: limits.assertionLifetimeSeconds,
    allowedAddresses: [...limits.allowedAddresses],
    allowedTimes: [...limits.allowedTimes],
    keys: keys.map((one) => ({ id: one.keyId, algorithm: one.algorithm, ...toTimes(one, now) })),
    secrets: secrets.map((one) => ({ id: one.secretId, hint: one.hint, ...toTimes(one, now) })),
    tokenUrl: tokenUrlOf(deps),
  };
}
