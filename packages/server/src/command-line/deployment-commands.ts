import { rotateSigningKeys, SIGNED_LIFETIMES } from '../access-tokens/rotate-signing-keys.ts';
import { listSigningKeys } from '../access-tokens/signing-key-store.ts';
import { rewrapSigningKeys, SIGNING_PURPOSES } from '../access-tokens/signing-keys.ts';
import { masterKeyFile } from '../open-database.ts';
import { insertAuditEntry } from '../operators/audit-store.ts';
import { OperatorRefusal } from '../operators/operator.ts';
import { rewrapDeploymentKeys } from '../tenants/deployment-keys.ts';
import { findDeployment, listMasterKeyUses, lockDeployment } from '../tenants/deployment-store.ts';
import type { MasterKey } from '../tenants/master-key.ts';
import { addMasterKey, loadMasterKeys, removeMasterKey } from '../tenants/master-key-file.ts';
import { rewrapTenants, rotateMasterKey } from '../tenants/rotate-master-key.ts';
import type { Command, CommandContext, CommandResult } from './command.ts';
import { UsageError } from './usage-error.ts';

async function listMasterKeys({ operator, masterKeys }: CommandContext): Promise<CommandResult> {
  const uses = await listMasterKeyUses(operator.db);
  const { masterKeyId } = await findDeployment(operator.db);
  const spare = masterKeys.known().filter((key) => !uses.some((use) => use.masterKeyId === key.id));
  const rows = [
    ...uses.map(({ masterKeyId: key, ...counts }) => ({ key, ...counts })),
    ...spare.map(({ id }) => ({ key: id, tenants: 0, signingKeys: 0, deploymentKeys: 0 })),
  ].map((row) => ({ ...row, present: row.key === masterKeyId }));
  return { kind: 'rows', columns: ['key', 'present', 'tenants', 'signingKeys', 'deploymentKeys'], rows };
}

/** The key to rotate to: the next one at hand, or a fresh one added to the file. */
async function chooseNextKey({ config, masterKeys }: CommandContext, currentId: string): Promise<MasterKey> {
  // Another operator may have added the present key since this process read them.
  await masterKeys.find(currentId);
  // Only a key that stands after the present one: those before it were in use once, and may be why there is a rotation.
  const known = masterKeys.known();
  const next = known[known.findIndex((key) => key.id === currentId) + 1];
  if (next) return next;
  const file = masterKeyFile(config);
  if (file === undefined) {
    throw new OperatorRefusal(
      'forbidden',
      'TITULAR_MASTER_KEY holds no key after the present one: start every process with a new key added at its end, parted by a comma, then call this again.',
    );
  }
  return addMasterKey(file);
}

async function rotateMaster(context: CommandContext): Promise<CommandResult> {
  const { operator, masterKeys, progress } = context;
  const rotation = await rotateMasterKey(
    operator,
    masterKeys,
    [rewrapTenants, rewrapSigningKeys, rewrapDeploymentKeys],
    (currentId) => chooseNextKey(context, currentId),
    (rewrapped) => progress.say(`${rewrapped} keys wrapped anew …`),
  );
  return {
    kind: 'record',
    record: { ...rotation },
    note: `The key ${rotation.from} is needed no more, except for backups made before: npx titular keys forget-master ${rotation.from}`,
  };
}

async function forgetMaster({ config, operator }: CommandContext, keyId: string): Promise<CommandResult> {
  const file = masterKeyFile(config);
  if (file === undefined) {
    throw new OperatorRefusal(
      'forbidden',
      'The keys stand in TITULAR_MASTER_KEY: take the old one out there.',
    );
  }
  await operator.db.transaction().execute(async (trx) => {
    // Under the lock of rotations, none begins to use a key between the look and the removal, and none adds one to the file meanwhile.
    await lockDeployment(trx);
    if (!(await loadMasterKeys(file, false)).some((key) => key.id === keyId))
      throw new OperatorRefusal('not-found', `The file ${file} holds no master key ${keyId}.`);
    if ((await listMasterKeyUses(trx)).some((use) => use.masterKeyId === keyId))
      throw new OperatorRefusal(
        'forbidden',
        `The master key ${keyId} is still needed: npx titular keys rotate-master`,
      );
    await insertAuditEntry(trx, operator, {
      tenantId: undefined,
      action: 'master-key.forget',
      subject: 'deployment',
      before: { masterKeyId: keyId },
    });
    await removeMasterKey(file, keyId);
  });
  return { kind: 'record', record: { forgotten: keyId, file } };
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
    summary: 'Add a key that signs tokens; those before it are accepted until all they signed has expired.',
    options: {
      purpose: { value: 'name', text: `${SIGNING_PURPOSES.join(' or ')} (access-token).` },
    },
    examples: ['titular keys rotate-signing', 'titular keys rotate-signing --purpose sdk-token'],
    async run({ operator, masterKeys }, args) {
      const named = args.options['purpose'] ?? 'access-token';
      const purpose = SIGNING_PURPOSES.find((one) => one === named);
      if (!purpose) throw new UsageError(`--purpose takes ${SIGNING_PURPOSES.join(' or ')}.`);
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
  {
    name: 'keys list-master',
    summary: 'List the master keys by id, and how many keys each one wraps.',
    examples: ['titular keys list-master'],
    run: listMasterKeys,
  },
  {
    name: 'keys rotate-master',
    summary:
      'Wrap all keys by another master key while the service runs; goes on with a rotation that was interrupted.',
    examples: ['titular keys rotate-master'],
    run: rotateMaster,
  },
  {
    name: 'keys forget-master',
    summary: 'Take a master key that nothing needs out of the file.',
    positionals: ['key'],
    examples: ['titular keys forget-master 5f0c3b9a7d21e684'],
    run: (context, { positionals: [keyId = ''] }) => forgetMaster(context, keyId),
  },
];
