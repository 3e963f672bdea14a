import {
  type AccountView,
  type AddAccountKey,
  type CreateAccount,
  MAX_VALID_KEYS,
  type NewCredentials,
} from '@titular/contract';
import {
  addGeneratedKey,
  addPublicKey,
  addSecret,
  countValidKeys,
  createServiceAccount,
  retireKey,
  retireSecret,
  rotateSecrets,
  type ServiceAccount,
  setAccountActive,
} from '../../access-tokens/index.ts';
import { type Operator, OperatorRefusal } from '../../audit/index.ts';
import { refuseCardNumber } from '../../kernel/base/card-numbers/card-number.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { inTransaction } from '../../kernel/database/connect.ts';
import type { PortalCaller } from '../../kernel/http/portal/portal-route.ts';
import { operatorOf } from '../portal-deps.ts';
import { requireGrantable, requireManager } from './account-rules.ts';
import { type AccountDeps, lockAccount, showAccount, tokenUrlOf } from './show-accounts.ts';

/** Says in a refusal of the portal what an operator's command would be refused with. */
type Refuse = (message: string) => Refusal;

const nameTaken: Refuse = (message) => new Refusal('40094', message);
const tooManySecrets: Refuse = (message) => new Refusal('40095', message);
const unfitKey: Refuse = (message) => new Refusal('40096', message);
const unknown: Refuse = () => new Refusal('40420');

async function asPortal<T>(refuse: Refuse, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof OperatorRefusal)) throw error;
    throw error.kind === 'not-found' ? unknown(error.message) : refuse(error.message);
  }
}

type Holder = Pick<ServiceAccount, 'account' | 'clientId'>;

const toCredentials = (deps: AccountDeps, { account, clientId }: Holder): NewCredentials => ({
  ...{ account, clientId, tokenUrl: tokenUrlOf(deps) },
});

/** Creates an account as `service-accounts create` does; refuses with 40343 a scope that the caller's role does not give, and with 40094. */
export async function createAccount(
  deps: AccountDeps,
  caller: PortalCaller,
  { account, ...asked }: CreateAccount,
): Promise<NewCredentials> {
  requireGrantable(caller, asked.scopes);
  // The audit log keeps the name for ever.
  refuseCardNumber('account', account);
  const input = { tenantId: caller.tenantId, account, ...asked };
  const made = await asPortal(nameTaken, createServiceAccount(operatorOf(deps, caller), input));
  const { clientId, key, secret } = made;
  return {
    ...toCredentials(deps, { account, clientId }),
    ...(key && { key: { id: key.keyId, algorithm: key.algorithm, privateKey: key.privateKeyPem } }),
    ...(secret && { secret: { id: secret.secretId, secret: secret.clientSecret } }),
  };
}

/** Does one thing to an account in one commit, with its row locked: its scopes stay what was checked. */
async function whileLocked<T>(
  deps: AccountDeps,
  caller: PortalCaller,
  name: string,
  refuse: Refuse,
  work: (inSameCommit: Operator, holder: ServiceAccount) => Promise<T>,
): Promise<T> {
  const operator = operatorOf(deps, caller);
  const commit = inTransaction(operator.db, async (trx) =>
    work({ ...operator, db: trx }, await lockAccount(trx, caller, name)),
  );
  return asPortal(refuse, commit);
}

/** Gives an account new credentials; the caller's role must give every scope that it has. */
const giveCredentials = <T>(
  deps: AccountDeps,
  caller: PortalCaller,
  name: string,
  refuse: Refuse,
  make: (inSameCommit: Operator, holder: ServiceAccount) => Promise<T>,
): Promise<{ made: T; holder: ServiceAccount }> =>
  whileLocked(deps, caller, name, refuse, async (inSameCommit, holder) => {
    requireGrantable(caller, holder.scopes);
    return { made: await make(inSameCommit, holder), holder };
  });

/** A key as the use case takes it: PEM as it is, a JWK parsed. */
function readPublicKey(text: string): string | Record<string, unknown> {
  if (!text.trimStart().startsWith('{')) return text;
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw unfitKey('The key is not valid JSON.');
  }
}

async function requireRoomForKey(
  { db, clock }: Operator,
  tenantId: TenantId,
  account: string,
): Promise<void> {
  if ((await countValidKeys(db, { tenantId, account, now: clock.now() })) >= MAX_VALID_KEYS)
    throw new Refusal('40097');
}

/** Registers a public key, or makes a pair, as `keys create` does; refuses with 40420, 40343, 40096 and 40097. */
export async function addKey(
  deps: AccountDeps,
  caller: PortalCaller,
  name: string,
  { algorithm, publicKey }: AddAccountKey,
): Promise<NewCredentials> {
  const key = publicKey === undefined ? undefined : readPublicKey(publicKey);
  const { made, holder } = await giveCredentials(
    deps,
    caller,
    name,
    unfitKey,
    async (inSameCommit, { tenantId, account }) => {
      await requireRoomForKey(inSameCommit, tenantId, account);
      if (key === undefined) {
        const pair = await addGeneratedKey(inSameCommit, tenantId, account, algorithm);
        return { id: pair.keyId, algorithm, privateKey: pair.privateKeyPem };
      }
      const registration = { tenantId, account, algorithm, key };
      return { id: await addPublicKey(inSameCommit, registration), algorithm };
    },
  );
  return { ...toCredentials(deps, holder), key: made };
}

/** Adds a client secret as `secrets create` does; refuses with 40420, 40343 and 40095. */
export async function addClientSecret(
  deps: AccountDeps,
  caller: PortalCaller,
  name: string,
): Promise<NewCredentials> {
  const { made, holder } = await giveCredentials(
    deps,
    caller,
    name,
    tooManySecrets,
    (inSameCommit, account) => addSecret(inSameCommit, account.tenantId, account.account),
  );
  return {
    ...toCredentials(deps, holder),
    secret: { id: made.secretId, secret: made.clientSecret },
  };
}

/** Rotates the client secret as `secrets rotate` does; refuses with 40420, 40343 and 40095. */
export async function rotateClientSecret(
  deps: AccountDeps,
  caller: PortalCaller,
  name: string,
  overlapSeconds: number,
): Promise<NewCredentials> {
  const { made, holder } = await giveCredentials(
    deps,
    caller,
    name,
    tooManySecrets,
    (inSameCommit, account) => rotateSecrets(inSameCommit, account.tenantId, account.account, overlapSeconds),
  );
  const { added, retiredSecretIds, retiredAt } = made;
  return {
    ...toCredentials(deps, holder),
    secret: { id: added.secretId, secret: added.clientSecret },
    ...(retiredSecretIds.length > 0 && { othersEndAt: retiredAt.toISOString() }),
  };
}

/** Takes something from an account, which needs no scope of the caller, and shows the account after it. */
async function takeFrom(
  deps: AccountDeps,
  caller: PortalCaller,
  name: string,
  take: (inSameCommit: Operator, holder: ServiceAccount) => Promise<boolean>,
): Promise<AccountView> {
  await whileLocked(deps, caller, name, unknown, (inSameCommit, holder) => {
    requireManager(caller);
    return take(inSameCommit, holder);
  });
  return showAccount(deps, caller, name);
}

/** Ends a key now, as `keys disable` does; refuses with 40420 and 40343. */
export const endKey = (
  deps: AccountDeps,
  caller: PortalCaller,
  name: string,
  keyId: string,
): Promise<AccountView> =>
  takeFrom(deps, caller, name, (operator, { tenantId, account }) =>
    retireKey(operator, tenantId, account, keyId, deps.clock.now()),
  );

/** Ends a client secret now, as `secrets disable` does; refuses with 40420 and 40343. */
export const endClientSecret = (
  deps: AccountDeps,
  caller: PortalCaller,
  name: string,
  secretId: string,
): Promise<AccountView> =>
  takeFrom(deps, caller, name, (operator, { tenantId, account }) =>
    retireSecret(operator, tenantId, account, secretId.toLowerCase(), deps.clock.now()),
  );

/** Switches an account as `service-accounts enable` and `disable` do; on needs every scope of the caller's role. Refuses with 40420 and 40343. */
export async function switchAccount(
  deps: AccountDeps,
  caller: PortalCaller,
  name: string,
  active: boolean,
): Promise<AccountView> {
  const change = (operator: Operator, { tenantId, account }: ServiceAccount) =>
    setAccountActive(operator, tenantId, account, active);
  if (!active) return takeFrom(deps, caller, name, change);
  await giveCredentials(deps, caller, name, unknown, change);
  return showAccount(deps, caller, name);
}
