import { readFile } from 'node:fs/promises';
import { ASSERTION_ALGORITHMS, type AssertionAlgorithm } from '@titular/contract';
import {
  type AccountKey,
  addGeneratedKey,
  addPublicKey,
  findAccountKeys,
  readAccountKey,
  retireKey,
  rotateKeys,
  type ServiceAccount,
} from '@titular/server/access-tokens/index.ts';
import { type Operator, OperatorRefusal } from '@titular/server/audit/index.ts';
import { chooseAccount, TENANT_OPTION } from '../../frame/choose-tenant.ts';
import type {
  Arguments,
  Command,
  CommandContext,
  CommandResult,
  OptionRule,
  Shown,
} from '../../frame/command.ts';
import { parseSpan } from '../../frame/parse-arguments.ts';
import { OUT_OPTION, revealOnce } from '../../frame/reveal-once.ts';
import { UsageError } from '../../frame/usage-error.ts';

const showKey = (key: AccountKey) => ({
  key: key.keyId,
  algorithm: key.algorithm,
  createdAt: key.createdAt,
  lastUsedAt: key.lastUsedAt,
  retiredAt: key.retiredAt,
});

const NEW_KEY_OPTIONS: Readonly<Record<string, OptionRule>> = {
  ...TENANT_OPTION,
  'public-key-file': {
    value: 'file',
    text: 'Register this public key (PEM or JWK; - reads standard input) instead of generating a pair.',
  },
  algorithm: { value: 'name', text: `${ASSERTION_ALGORITHMS.join(', ')} (default: ES256).` },
  'key-id': { value: 'id', text: 'The `kid` of the key (default: its thumbprint).' },
  ...OUT_OPTION,
};

function readAlgorithm(text: string): AssertionAlgorithm {
  const algorithm = ASSERTION_ALGORITHMS.find((one) => one === text);
  if (!algorithm) throw new UsageError(`--algorithm takes ${ASSERTION_ALGORITHMS.join(', ')}.`);
  return algorithm;
}

function readKeyId(text: string | undefined): string | undefined {
  if (text !== undefined && !/^[\x21-\x7e]{1,255}$/.test(text))
    throw new UsageError('--key-id takes 1 to 255 printable characters without spaces.');
  return text;
}

async function readPublicKey(
  context: CommandContext,
  file: string,
): Promise<string | Record<string, unknown>> {
  const text =
    file === '-'
      ? await context.readInput()
      : await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
          throw new UsageError(`The file ${file} cannot be read (${error.code}).`);
        });
  if (!text.trimStart().startsWith('{')) return text;
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new OperatorRefusal('invalid', 'The key is not valid JSON.');
  }
}

/** A way to add one key in an open transaction; the private half is there only when we made the pair. */
type AddKey = (inSameCommit: Operator) => Promise<{ keyId: string; privateKeyPem?: string }>;

async function chooseKey(
  context: CommandContext,
  args: Arguments,
  { tenantId, account }: ServiceAccount,
): Promise<AddKey> {
  const algorithm = readAlgorithm(args.options['algorithm'] ?? 'ES256');
  const keyId = readKeyId(args.options['key-id']);
  const file = args.options['public-key-file'];
  if (file === undefined)
    return (inSameCommit) => addGeneratedKey(inSameCommit, tenantId, account, algorithm, keyId);
  if (args.options['out'] !== undefined)
    throw new UsageError('--out is only for a generated key pair; a registered key has no secret to write.');
  const key = await readPublicKey(context, file);
  const registration = { tenantId, account, algorithm, key, ...(keyId === undefined ? {} : { keyId }) };
  return async (inSameCommit) => ({ keyId: await addPublicKey(inSameCommit, registration) });
}

const tell = (
  record: Record<string, Shown>,
  privateKey: string | undefined,
  writtenTo: string | undefined,
): CommandResult => {
  if (privateKey === undefined) return { kind: 'record', record };
  return writtenTo === undefined
    ? {
        kind: 'record',
        record: { ...record, privateKey },
        note: 'The private key is shown only once; save it now.',
      }
    : { kind: 'record', record: { ...record, writtenTo } };
};

async function create(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const holder = await chooseAccount(context, args);
  const add = await chooseKey(context, args, holder);
  const { made, writtenTo } = await revealOnce(context, args, add, (key) => key.privateKeyPem ?? '');
  return tell({ account: holder.account, key: made.keyId }, made.privateKeyPem, writtenTo);
}

async function rotate(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const overlapSeconds = parseSpan(args.options['overlap'] ?? '24h');
  const holder = await chooseAccount(context, args);
  const { tenantId, account } = holder;
  const add = await chooseKey(context, args, holder);
  const { made, writtenTo } = await revealOnce(
    context,
    args,
    (inSameCommit) => rotateKeys(inSameCommit, tenantId, account, overlapSeconds, add),
    ({ added }) => added.privateKeyPem ?? '',
  );
  const { added, retiredKeyIds, retiredAt } = made;
  const record = { account, key: added.keyId, retiring: retiredKeyIds, retiredAt };
  return tell(record, added.privateKeyPem, writtenTo);
}

/** Keys of service accounts. */
export const keyCommands: readonly Command[] = [
  {
    name: 'keys create',
    summary: 'Register a public key of a service account, or generate a pair and show its private key once.',
    positionals: ['account'],
    options: NEW_KEY_OPTIONS,
    examples: [
      'titular keys create shop-backend --public-key-file public.pem --algorithm RS256',
      'titular keys create shop-backend --out .titular/shop-backend.key.pem',
    ],
    run: create,
  },
  {
    name: 'keys list',
    summary: 'List the keys of a service account with the time of their last use.',
    positionals: ['account'],
    options: TENANT_OPTION,
    examples: ['titular keys list shop-backend'],
    async run(context, args) {
      const { tenantId, account } = await chooseAccount(context, args);
      const keys = await findAccountKeys(context.operator.db, tenantId, account);
      const columns = ['key', 'algorithm', 'createdAt', 'lastUsedAt', 'retiredAt'];
      return { kind: 'rows', columns, rows: keys.map(showKey) };
    },
  },
  {
    name: 'keys show',
    summary: 'Show one key of a service account, with its public key.',
    positionals: ['account', 'key'],
    options: TENANT_OPTION,
    examples: ['titular keys show shop-backend shop-2026'],
    async run(context, args) {
      const { tenantId, account } = await chooseAccount(context, args);
      const keyId = args.positionals[1] ?? '';
      const key = await readAccountKey(context.operator, tenantId, account, keyId);
      return { kind: 'record', record: { ...showKey(key), publicJwk: key.publicJwk } };
    },
  },
  {
    name: 'keys disable',
    summary:
      'Retire a key now: no more tokens are issued for it, and existing ones are refused within 5 seconds.',
    positionals: ['account', 'key'],
    options: TENANT_OPTION,
    examples: ['titular keys disable shop-backend shop-2025'],
    async run(context, args) {
      const { tenantId, account } = await chooseAccount(context, args);
      const keyId = args.positionals[1] ?? '';
      await retireKey(context.operator, tenantId, account, keyId, context.operator.clock.now());
      return {
        kind: 'record',
        record: showKey(await readAccountKey(context.operator, tenantId, account, keyId)),
      };
    },
  },
  {
    name: 'keys rotate',
    summary: 'Add a key and retire the others after an overlap.',
    positionals: ['account'],
    options: {
      ...NEW_KEY_OPTIONS,
      overlap: {
        value: 'span',
        text: 'How long the other keys still work, such as 30m, 24h or 7d (default: 24h).',
      },
    },
    examples: [
      'titular keys rotate shop-backend --out .titular/new.key.pem',
      'titular keys rotate shop-backend --public-key-file - --overlap 7d < public.pem',
    ],
    run: rotate,
  },
];
