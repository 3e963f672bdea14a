import { SCOPES, type Scope } from '@titular/contract';
import {
  createServiceAccount,
  listServiceAccounts,
  type NewAccount,
  readServiceAccount,
  type ServiceAccount,
  setAccountActive,
} from '@titular/server/access-tokens/index.ts';
import { parseScopes } from '@titular/server/settings/index.ts';
import { chooseAccount, chooseTenant, switchResult, TENANT_OPTION } from '../../frame/choose-tenant.ts';
import type { Arguments, Command, CommandContext, CommandResult } from '../../frame/command.ts';
import { OUT_OPTION, revealOnce } from '../../frame/reveal-once.ts';
import { UsageError } from '../../frame/usage-error.ts';

const showAccount = (account: ServiceAccount) => ({
  account: account.account,
  clientId: account.clientId,
  active: account.active,
  scopes: account.scopes,
  assertionLifetimeSeconds: account.assertionLifetimeSeconds,
  allowedAddresses: account.allowedAddresses,
  allowedTimes: account.allowedTimes,
});

function readScopes(text: string): readonly Scope[] {
  const scopes = parseScopes(text);
  if (scopes === undefined)
    throw new UsageError(`--scopes takes ${SCOPES.join(', ')}, or all of a kind, such as transactions:*.`);
  return scopes as readonly Scope[];
}

const flatten = (account: string, { clientId, key, secret }: NewAccount) => ({
  account,
  clientId,
  clientSecret: secret?.clientSecret,
  secretId: secret?.secretId,
  keyId: key?.keyId,
  algorithm: key?.algorithm,
  privateKey: key?.privateKeyPem,
});

async function create(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const tenantId = await chooseTenant(context, args);
  const [account = ''] = args.positionals;
  const scopes = readScopes(args.options['scopes'] ?? 'transactions:*');
  const input = {
    tenantId,
    account,
    scopes,
    withKey: !args.switches.has('no-key'),
    withSecret: !args.switches.has('no-secret'),
  };
  const { made, writtenTo } = await revealOnce(
    context,
    args,
    async (inSameCommit) => flatten(account, await createServiceAccount(inSameCommit, input)),
    (account) => `${JSON.stringify({ tenantId, ...account }, null, 2)}\n`,
  );
  if (writtenTo === undefined) {
    const note = 'Secret and private key are shown only once; save them now.';
    return { kind: 'record', record: made, note };
  }
  const { clientSecret: _secret, privateKey: _key, ...open } = made;
  return { kind: 'record', record: { ...open, writtenTo } };
}

const switchAccount =
  (active: boolean) =>
  async (context: CommandContext, args: Arguments): Promise<CommandResult> => {
    const { tenantId, account } = await chooseAccount(context, args);
    const isChanged = await setAccountActive(context.operator, tenantId, account, active);
    return switchResult(
      showAccount(await readServiceAccount(context.operator, tenantId, account)),
      isChanged,
    );
  };

/** Service accounts: merchants' back ends. */
export const accountCommands: readonly Command[] = [
  {
    name: 'service-accounts create',
    summary: 'Add a service account with a new ES256 key pair and a client secret.',
    positionals: ['account'],
    options: {
      ...TENANT_OPTION,
      scopes: { value: 'list', text: 'Scopes, separated by commas (default: transactions:*).' },
      'no-key': { text: 'Do not generate a key pair; register a public key later with `keys create`.' },
      'no-secret': { text: 'Do not generate a client secret.' },
      ...OUT_OPTION,
    },
    examples: [
      'titular service-accounts create shop-backend --out .titular/shop-backend.json',
      'titular service-accounts create reporting --scopes transactions:read --no-key',
    ],
    run: create,
  },
  {
    name: 'service-accounts list',
    summary: 'List the service accounts of a tenant.',
    options: TENANT_OPTION,
    examples: ['titular service-accounts list'],
    async run(context, args) {
      const accounts = await listServiceAccounts(context.operator.db, await chooseTenant(context, args));
      const columns = ['account', 'clientId', 'active', 'scopes'];
      return { kind: 'rows', columns, rows: accounts.map(showAccount) };
    },
  },
  {
    name: 'service-accounts show',
    summary: 'Show one service account; `keys list` and `secrets list` show its credentials.',
    positionals: ['account'],
    options: TENANT_OPTION,
    examples: ['titular service-accounts show shop-backend'],
    async run(context, args) {
      return { kind: 'record', record: showAccount(await chooseAccount(context, args)) };
    },
  },
  {
    name: 'service-accounts disable',
    summary: 'Disable an account: its tokens are refused within 5 seconds.',
    positionals: ['account'],
    options: TENANT_OPTION,
    examples: ['titular service-accounts disable shop-backend'],
    run: switchAccount(false),
  },
  {
    name: 'service-accounts enable',
    summary: 'Enable an account again.',
    positionals: ['account'],
    options: TENANT_OPTION,
    examples: ['titular service-accounts enable shop-backend'],
    run: switchAccount(true),
  },
];
