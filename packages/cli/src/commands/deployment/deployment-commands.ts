import {
  endSigningKeys,
  listSigningKeys,
  MAX_SIGNING_KEY_AGE_MS,
  MAX_TOKEN_STALENESS_MS,
  rotateSigningKeys,
  SIGNED_LIFETIMES,
  SIGNING_PURPOSES,
  type SigningKeyRotation,
} from '@titular/server/access-tokens/index.ts';
import type { Arguments, Command, CommandContext, CommandResult } from '../../frame/command.ts';
import { revealOnce } from '../../frame/reveal-once.ts';
import { UsageError } from '../../frame/usage-error.ts';
import { masterKeyCommands } from './master-key-commands.ts';

type Purpose = (typeof SIGNING_PURPOSES)[number];

const KEY_SECONDS = MAX_SIGNING_KEY_AGE_MS / 1000;
// A token that a process knows is believed for a while beyond the age of the keys.
const TOKEN_SECONDS = (MAX_SIGNING_KEY_AGE_MS + MAX_TOKEN_STALENESS_MS) / 1000;

const AT_ONCE_NOTE: Readonly<Record<Purpose, string>> = {
  'access-token': `Every process refuses the access tokens of before within ${TOKEN_SECONDS} seconds, with 403; clients fetch new ones. Restart nodes to have it sooner.`,
  'sdk-token': `Every process refuses the SDK tokens of before within ${KEY_SECONDS} seconds; links and open pages go on. Merchants renew the link of a transaction for a new token.`,
  receipt:
    'Receipts of before are verified with the file alone: keep it as long as them, give it to merchants, and believe only receipts that you have from before.',
};

/** What is shown of a rotation. */
const recordOf = ({ purpose, keyId, signsFrom, retiredKeyIds, retiredAt }: SigningKeyRotation) => ({
  purpose,
  key: keyId,
  signsFrom,
  retiring: retiredKeyIds,
  retiredAt,
});

/** Ends the keys of a purpose. Of receipts, which last for years, the public parts are in a file before the keys end. */
async function endAtOnce(context: CommandContext, args: Arguments, purpose: Purpose): Promise<CommandResult> {
  if (purpose === 'receipt' && args.options['out'] === undefined)
    throw new UsageError(
      '--out is missing: it names the new file for the public parts, without which no earlier receipt can be verified.',
    );
  const { made, writtenTo } = await revealOnce(
    context,
    args,
    (inSameCommit) => endSigningKeys(inSameCommit, context.masterKeys, purpose),
    ({ retiredJwks }) => `${JSON.stringify({ keys: retiredJwks }, null, 2)}\n`,
  );
  const record = recordOf(made);
  return {
    kind: 'record',
    record: writtenTo === undefined ? record : { ...record, writtenTo },
    note: AT_ONCE_NOTE[purpose],
  };
}

async function rotateSigning(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const named = args.options['purpose'] ?? 'access-token';
  const purpose = SIGNING_PURPOSES.find((one) => one === named);
  if (!purpose) throw new UsageError(`--purpose must be one of ${SIGNING_PURPOSES.join(', ')}.`);
  if (args.switches.has('at-once')) return endAtOnce(context, args, purpose);
  if (args.options['out'] !== undefined) throw new UsageError('--out goes with --at-once alone.');
  const { operator, masterKeys } = context;
  const rotation = await rotateSigningKeys(operator, masterKeys, SIGNED_LIFETIMES, purpose);
  return { kind: 'record', record: recordOf(rotation) };
}

/** Keys of the deployment itself. */
export const deploymentKeyCommands: readonly Command[] = [
  {
    name: 'keys list-signing',
    summary: 'List the keys that sign tokens.',
    examples: ['titular keys list-signing'],
    async run({ operator }) {
      const keys = await listSigningKeys(operator.db);
      const rows = keys.map(({ keyId, purpose, createdAt, retiredAt }) => ({
        key: keyId,
        purpose,
        createdAt,
        retiredAt,
      }));
      return { kind: 'rows', columns: ['key', 'purpose', 'createdAt', 'retiredAt'], rows };
    },
  },
  {
    name: 'keys rotate-signing',
    summary: 'Add a signing key; earlier keys remain accepted until everything they signed has expired.',
    options: {
      purpose: { value: 'name', text: `${SIGNING_PURPOSES.join(', ')} (default: access-token).` },
      'at-once': {
        text: 'For a key that a stranger may know: end all earlier keys of the purpose now, with everything they signed.',
      },
      out: {
        value: 'file',
        text: 'With --at-once, and needed for receipt: write the public parts of the ended keys to this new file.',
      },
    },
    examples: [
      'titular keys rotate-signing',
      'titular keys rotate-signing --purpose sdk-token',
      'titular keys rotate-signing --at-once',
      'titular keys rotate-signing --at-once --purpose receipt --out .titular/receipt-keys.json',
    ],
    run: rotateSigning,
  },
  ...masterKeyCommands,
];
