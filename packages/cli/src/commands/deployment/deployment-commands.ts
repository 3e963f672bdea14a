import {
  listSigningKeys,
  rotateSigningKeys,
  SIGNED_LIFETIMES,
  SIGNING_PURPOSES,
} from '@titular/server/access-tokens/index.ts';
import type { Command } from '../../frame/command.ts';
import { UsageError } from '../../frame/usage-error.ts';
import { masterKeyCommands } from './master-key-commands.ts';

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
    },
    examples: ['titular keys rotate-signing', 'titular keys rotate-signing --purpose sdk-token'],
    async run({ operator, masterKeys }, args) {
      const named = args.options['purpose'] ?? 'access-token';
      const purpose = SIGNING_PURPOSES.find((one) => one === named);
      if (!purpose) throw new UsageError(`--purpose must be one of ${SIGNING_PURPOSES.join(', ')}.`);
      const { keyId, signsFrom, retiredKeyIds, retiredAt } = await rotateSigningKeys(
        operator,
        masterKeys,
        SIGNED_LIFETIMES,
        purpose,
      );
      return {
        kind: 'record',
        record: { purpose, key: keyId, signsFrom, retiring: retiredKeyIds, retiredAt },
      };
    },
  },
  ...masterKeyCommands,
];
