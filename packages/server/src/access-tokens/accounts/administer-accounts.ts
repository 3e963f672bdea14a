import { ACCOUNT_NAME, type Scope } from '@titular/contract';
import type { Kysely } from 'kysely';
import { insertAuditEntry, type Operator, OperatorRefusal } from '../../audit/index.ts';
import { newId, type TenantId } from '../../kernel/base/id.ts';
import { inTransaction } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { readTenant } from '../../tenants/index.ts';
import { addGeneratedKey, type GeneratedKey } from './administer-keys.ts';
import { addSecret, type NewSecret } from './administer-secrets.ts';
import {
  findServiceAccount,
  insertServiceAccount,
  type ServiceAccount,
  updateAccountActive,
} from './service-account-store.ts';

const NAME = new RegExp(ACCOUNT_NAME);

/** What the holder of a new account needs; key and secret are seen this once. */
export type NewAccount = {
  clientId: string;
  key: GeneratedKey | undefined;
  secret: NewSecret | undefined;
};

/** The account of the tenant, active or not; refuses with `not-found`. */
export async function readServiceAccount(
  { db }: Pick<Operator, 'db'>,
  tenantId: TenantId,
  account: string,
): Promise<ServiceAccount> {
  const found = await findServiceAccount(db, tenantId, account);
  if (found) return found;
  await readTenant({ db }, tenantId);
  throw new OperatorRefusal('not-found', `The tenant ${tenantId} has no service account ${account}.`);
}

type AccountInput = {
  tenantId: TenantId;
  account: string;
  scopes: readonly Scope[];
  withKey: boolean;
  withSecret: boolean;
};

async function insertWithCredentials(
  operator: Operator,
  trx: Kysely<Tables>,
  { tenantId, account, scopes, withKey, withSecret }: AccountInput,
): Promise<NewAccount> {
  const clientId = `tcl_${newId()}`;
  if (!(await insertServiceAccount(trx, tenantId, account, clientId, scopes))) {
    throw new OperatorRefusal('forbidden', `The tenant already has a service account ${account}.`);
  }
  await insertAuditEntry(trx, operator, {
    tenantId,
    action: 'service-account.create',
    subject: `service-account/${account}`,
    after: { clientId, scopes },
  });
  const inSameCommit = { ...operator, db: trx };
  return {
    clientId,
    key: withKey ? await addGeneratedKey(inSameCommit, tenantId, account, 'ES256') : undefined,
    secret: withSecret ? await addSecret(inSameCommit, tenantId, account) : undefined,
  };
}

/** Adds an account, with a generated ES256 key pair of which only the public half is kept, and with a client secret of which only the digest is, as wished. */
export async function createServiceAccount(operator: Operator, input: AccountInput): Promise<NewAccount> {
  if (!NAME.test(input.account)) {
    throw new OperatorRefusal(
      'invalid',
      'The name of an account has 1 to 63 lower-case letters, digits and hyphens, and does not begin with a hyphen.',
    );
  }
  if (input.scopes.length === 0) throw new OperatorRefusal('invalid', 'An account needs at least one scope.');
  await readTenant(operator, input.tenantId);
  return inTransaction(operator.db, (trx) => insertWithCredentials(operator, trx, input));
}

/** Switches an account on or off; tokens of an account that is off are refused within 5 s. Answers false when it stood so already. */
export async function setAccountActive(
  operator: Operator,
  tenantId: TenantId,
  account: string,
  active: boolean,
): Promise<boolean> {
  await readServiceAccount(operator, tenantId, account);
  return inTransaction(operator.db, async (trx) => {
    if (!(await updateAccountActive(trx, tenantId, account, active))) return false;
    await insertAuditEntry(trx, operator, {
      tenantId,
      action: active ? 'service-account.enable' : 'service-account.disable',
      subject: `service-account/${account}`,
      before: { active: !active },
      after: { active },
    });
    return true;
  });
}
