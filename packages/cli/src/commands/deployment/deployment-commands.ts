import {
  endSigningKeys,
  listSigningKeys,
  rotateSigningKeys,
  SIGNED_LIFETIMES,
  SIGNING_PURPOSES,
} from '@titular/server/access-tokens/index.ts';
import type { Command } from '../../frame/command.ts';
import { UsageError } from '../../frame/usage-error.ts';
import { masterKeyCommands } from './master-key-commands.ts';

const AT_ONCE_NOTE: Readonly<Record<(typeof SIGNING_PURPOSES)[number], string>> = {
  'access-token':
    'Every process refuses the access tokens of before within 34 seconds, with 403; clients fetch new ones. Restart nodes to have it sooner.',
  'sdk-token':
    'Every process refuses the SDK tokens of before within 30 seconds; links and open pages go on. Merchants renew the link of a transaction for a new token.',
  receipt:
    'Receipts of before are verified with a copy of /oauth2/jwks from before, and nobody else should believe them.',
};

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
    },
    examples: [
      'titular keys rotate-signing',
      'titular keys rotate-signing --purpose sdk-token',
      'titular keys rotate-signing --at-once',
    ],
    async run({ operator, masterKeys }, args) {
      const named = args.options['purpose'] ?? 'access-token';
      const purpose = SIGNING_PURPOSES.find((one) => one === named);
      if (!purpose) throw new UsageError(`--purpose must be one of ${SIGNING_PURPOSES.join(', ')}.`);
      const isAtOnce = args.switches.has('at-once');
      const { keyId, signsFrom, retiredKeyIds, retiredAt } = await (isAtOnce
        ? endSigningKeys(operator, masterKeys, purpose)
        : rotateSigningKeys(operator, masterKeys, SIGNED_LIFETIMES, purpose));
      return {
        kind: 'record',
        record: { purpose, key: keyId, signsFrom, retiring: retiredKeyIds, retiredAt },
        ...(isAtOnce ? { note: AT_ONCE_NOTE[purpose] } : {}),
      };
    },
  },
  ...masterKeyCommands,
];
