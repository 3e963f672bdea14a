import {
  addSecret,
  type ListedSecret,
  listClientSecrets,
  readSecret,
  retireSecret,
  rotateSecrets,
} from '@titular/server/access-tokens/index.ts';
import { chooseAccount, TENANT_OPTION } from '../../frame/choose-tenant.ts';
import type { Arguments, Command, CommandContext, CommandResult, Shown } from '../../frame/command.ts';
import { parseSpan } from '../../frame/parse-arguments.ts';
import { OUT_OPTION, revealOnce } from '../../frame/reveal-once.ts';

const showSecret = (secret: ListedSecret) => ({
  secret: secret.secretId,
  endsIn: secret.hint,
  createdAt: secret.createdAt,
  lastUsedAt: secret.lastUsedAt,
  retiredAt: secret.retiredAt,
});

const tell = (
  record: Record<string, Shown>,
  clientSecret: string,
  writtenTo: string | undefined,
): CommandResult =>
  writtenTo === undefined
    ? {
        kind: 'record',
        record: { ...record, clientSecret },
        note: 'The secret is shown only once; save it now.',
      }
    : { kind: 'record', record: { ...record, writtenTo } };

async function create(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { tenantId, account, clientId } = await chooseAccount(context, args);
  const { made, writtenTo } = await revealOnce(
    context,
    args,
    (inSameCommit) => addSecret(inSameCommit, tenantId, account),
    (secret) => `${secret.clientSecret}\n`,
  );
  return tell({ account, clientId, secret: made.secretId }, made.clientSecret, writtenTo);
}

async function rotate(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const overlapSeconds = parseSpan(args.options['overlap'] ?? '24h');
  const { tenantId, account, clientId } = await chooseAccount(context, args);
  const { made, writtenTo } = await revealOnce(
    context,
    args,
    (inSameCommit) => rotateSecrets(inSameCommit, tenantId, account, overlapSeconds),
    ({ added }) => `${added.clientSecret}\n`,
  );
  const { added, retiredSecretIds, retiredAt } = made;
  const record = { account, clientId, secret: added.secretId, retiring: retiredSecretIds, retiredAt };
  return tell(record, added.clientSecret, writtenTo);
}

/** Client secrets of service accounts. */
export const secretCommands: readonly Command[] = [
  {
    name: 'secrets create',
    summary: 'Add a client secret, shown once; at most two are valid at the same time.',
    positionals: ['account'],
    options: { ...TENANT_OPTION, ...OUT_OPTION },
    examples: ['titular secrets create shop-backend --out .titular/shop-backend.secret'],
    run: create,
  },
  {
    name: 'secrets list',
    summary: 'List the client secrets of a service account: last characters and times, never the secret.',
    positionals: ['account'],
    options: TENANT_OPTION,
    examples: ['titular secrets list shop-backend'],
    async run(context, args) {
      const { tenantId, account } = await chooseAccount(context, args);
      const secrets = await listClientSecrets(context.operator.db, tenantId, account);
      const columns = ['secret', 'endsIn', 'createdAt', 'lastUsedAt', 'retiredAt'];
      return { kind: 'rows', columns, rows: secrets.map(showSecret) };
    },
  },
  {
    name: 'secrets show',
    summary: 'Show one client secret: last characters and times, never the secret.',
    positionals: ['account', 'secret'],
    options: TENANT_OPTION,
    examples: ['titular secrets show shop-backend 0197c1f0-8f2e-7cc3-98c4-dc0c0c07398f'],
    async run(context, args) {
      const { tenantId, account } = await chooseAccount(context, args);
      const secretId = args.positionals[1] ?? '';
      return {
        kind: 'record',
        record: showSecret(await readSecret(context.operator, tenantId, account, secretId)),
      };
    },
  },
  {
    name: 'secrets disable',
    summary:
      'Retire a client secret now: no more tokens are issued for it, and existing ones are refused within 5 seconds.',
    positionals: ['account', 'secret'],
    options: TENANT_OPTION,
    examples: ['titular secrets disable shop-backend 0197c1f0-8f2e-7cc3-98c4-dc0c0c07398f'],
    async run(context, args) {
      const { tenantId, account } = await chooseAccount(context, args);
      const secretId = args.positionals[1] ?? '';
      await retireSecret(context.operator, tenantId, account, secretId, context.operator.clock.now());
      return {
        kind: 'record',
        record: showSecret(await readSecret(context.operator, tenantId, account, secretId)),
      };
    },
  },
  {
    name: 'secrets rotate',
    summary: 'Add a client secret, shown once, and retire the other one after an overlap.',
    positionals: ['account'],
    options: {
      ...TENANT_OPTION,
      overlap: {
        value: 'span',
        text: 'How long the other secret still works, such as 30m, 24h or 7d (default: 24h).',
      },
      ...OUT_OPTION,
    },
    examples: ['titular secrets rotate shop-backend --overlap 2h --out .titular/shop-backend.secret'],
    run: rotate,
  },
];
