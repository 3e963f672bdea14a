import { rewrapSigningKeys } from '@titular/server/access-tokens/index.ts';
import { insertAuditEntry, OperatorRefusal } from '@titular/server/audit/index.ts';
import {
  lackOf,
  listKeyHoldings,
  prepareMasterKey,
  readPreparedKey,
  requireKeyEverywhere,
} from '@titular/server/nodes/index.ts';
import { masterKeyFile } from '@titular/server/start/open-database.ts';
import {
  addMasterKey,
  findDeployment,
  listMasterKeyUses,
  loadMasterKeys,
  lockDeployment,
  type MasterKey,
  MasterKeyMissing,
  type MasterKeyRotation,
  removeMasterKey,
  rewrapDeploymentKeys,
  rewrapTenants,
  rotateMasterKey,
  updatePreparedKey,
} from '@titular/server/tenants/index.ts';
import type { Command, CommandContext, CommandResult } from '../../frame/command.ts';
import { pause } from '../../frame/pause.ts';

/** What a file system says of a file that cannot be replaced: a secret that is mounted, or one of another owner. */
const CANNOT_WRITE = ['EROFS', 'EACCES', 'EPERM', 'EBUSY'];
const HOW_TO_ADD =
  'add 32 random bytes in base64 (openssl rand -base64 32) after the present key at its source, wait until they arrive here, then repeat this command.';

async function listMasterKeys({ operator, masterKeys }: CommandContext): Promise<CommandResult> {
  const uses = await listMasterKeyUses(operator.db);
  const { masterKeyId, preparedMasterKeyId } = await findDeployment(operator.db);
  const spare = masterKeys.known().filter((key) => !uses.some((use) => use.masterKeyId === key.id));
  const rows = [
    ...uses.map(({ masterKeyId: key, ...counts }) => ({ key, ...counts })),
    ...spare.map(({ id }) => ({ key: id, tenants: 0, signingKeys: 0, deploymentKeys: 0 })),
  ].map((row) => ({
    ...row,
    present: row.key === masterKeyId,
    prepared: row.key === preparedMasterKeyId,
  }));
  const columns = ['key', 'present', 'prepared', 'tenants', 'signingKeys', 'deploymentKeys'];
  return { kind: 'rows', columns, rows };
}

async function addToFile(file: string): Promise<MasterKey> {
  try {
    return await addMasterKey(file);
  } catch (error) {
    if (!CANNOT_WRITE.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new OperatorRefusal('forbidden', `The file ${file} cannot be written: ${HOW_TO_ADD}`);
  }
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
  if (file !== undefined) return addToFile(file);
  throw new OperatorRefusal(
    'forbidden',
    'TITULAR_MASTER_KEY holds no key after the present one: start every process with a new key added at its end, separated by a comma, then repeat this command.',
  );
}

const prepare = (context: CommandContext) =>
  prepareMasterKey(context.operator, (currentId) => chooseNextKey(context, currentId));

async function prepareMaster(context: CommandContext): Promise<CommandResult> {
  const { from, prepared, isNew } = await prepare(context);
  return {
    kind: 'record',
    record: { from, prepared },
    note: `${isNew ? '' : 'It was already prepared. '}Copy the same key to every other node, then: npx titular keys confirm-master`,
  };
}

async function confirmMaster({ operator }: CommandContext): Promise<CommandResult> {
  const prepared = await readPreparedKey(operator.db);
  const nodes = await listKeyHoldings(operator.db, prepared);
  const refusal = lackOf(nodes, prepared);
  const lines = nodes.map(({ name, hasKey }) => `${hasKey ? 'has it  ' : 'lacks it'}  ${name}`);
  const text = [`The prepared master key is ${prepared}.`, ...lines].join('\n');
  return { kind: 'report', text, record: { prepared, nodes }, ...(refusal ? { refusal } : {}) };
}

/** Wraps all keys by the prepared one; a rotation that was interrupted is finished first, whatever is prepared. */
async function switchTo({ operator, masterKeys, progress }: CommandContext): Promise<MasterKeyRotation> {
  return rotateMasterKey(
    operator,
    masterKeys,
    [rewrapTenants, rewrapSigningKeys, rewrapDeploymentKeys],
    async (_currentId, trx) => {
      const prepared = await readPreparedKey(trx);
      await requireKeyEverywhere(trx, prepared);
      return masterKeys.find(prepared).catch((error: unknown) => {
        if (!(error instanceof MasterKeyMissing)) throw error;
        throw new OperatorRefusal('forbidden', `This command does not have the master key ${prepared}.`);
      });
    },
    (rewrapped) => progress.say(`${rewrapped} keys re-wrapped …`),
  );
}

const switched = (rotation: MasterKeyRotation): CommandResult => ({
  kind: 'record',
  record: { ...rotation },
  note: `The key ${rotation.from} is no longer needed, except for earlier backups: npx titular keys retire-master ${rotation.from}`,
});

const CONFIRM_LIMIT_MS = 15_000;
const CONFIRM_EVERY_MS = 250;

/** Waits until every live node has found the key in a file that they share, 15 s at most. */
async function waitForNodes({ operator, progress, stopping }: CommandContext, keyId: string): Promise<void> {
  const giveUpMs = performance.now() + CONFIRM_LIMIT_MS;
  for (;;) {
    const refusal = lackOf(await listKeyHoldings(operator.db, keyId), keyId);
    if (!refusal) return;
    if (performance.now() > giveUpMs) throw refusal;
    progress.say('Waiting for the running processes to load the key …');
    if (!(await pause(CONFIRM_EVERY_MS, stopping))) throw refusal;
  }
}

/** From which key to which a rotation goes. */
type Turn = Pick<MasterKeyRotation, 'from' | 'to'>;

/** The rotation that is not finished yet, of this command line or of another. */
async function findUnfinished({ operator }: CommandContext): Promise<Turn | undefined> {
  const { masterKeyId: to } = await findDeployment(operator.db);
  const left = (await listMasterKeyUses(operator.db)).find((use) => use.masterKeyId !== to);
  return left && { from: left.masterKeyId, to };
}

/** Another command line may be a step ahead each time this one looks, but not for ever. */
const MAX_TURNS = 5;

/** Another command line that does the same at once may be a step ahead: what it left is finished, and what it has done is not done again. */
async function rotateMaster(context: CommandContext): Promise<CommandResult> {
  const { db } = context.operator;
  let turn: Turn | undefined;
  for (let left = MAX_TURNS; ; left -= 1) {
    try {
      turn = (await findUnfinished(context)) ?? turn;
      if (!turn) {
        const { from, prepared: to } = await prepare(context);
        turn = { from, to };
        await waitForNodes(context, to);
      }
      return switched(await switchTo(context));
    } catch (error) {
      if (!(error instanceof OperatorRefusal)) throw error;
      const unfinished = await findUnfinished(context);
      const { masterKeyId } = await findDeployment(db);
      if (!unfinished && turn?.to === masterKeyId) return switched({ ...turn, resumed: true, rewrapped: 0 });
      if (!unfinished || left === 1) throw error;
    }
  }
}

/** Takes the key out of this machine's file; false where the keys stand elsewhere, or the file cannot be written. */
async function removeFromFile(file: string | undefined, keyId: string): Promise<boolean> {
  if (file === undefined) return false;
  try {
    await removeMasterKey(file, keyId);
    return true;
  } catch (error) {
    if (!CANNOT_WRITE.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return false;
  }
}

async function retireMaster({ config, operator }: CommandContext, keyId: string): Promise<CommandResult> {
  const file = masterKeyFile(config);
  const isRemoved = await operator.db.transaction().execute(async (trx) => {
    // Under the lock of rotations, none begins to use a key between the look and the removal, and none adds one to the file meanwhile.
    const { preparedMasterKeyId } = await lockDeployment(trx);
    if ((await listMasterKeyUses(trx)).some((use) => use.masterKeyId === keyId))
      throw new OperatorRefusal(
        'forbidden',
        `The master key ${keyId} is still needed: npx titular keys rotate-master`,
      );
    if (file !== undefined && !(await loadMasterKeys(file, false)).some((key) => key.id === keyId))
      throw new OperatorRefusal('not-found', `The file ${file} holds no master key ${keyId}.`);
    if (preparedMasterKeyId === keyId) await updatePreparedKey(trx, undefined);
    await insertAuditEntry(trx, operator, {
      tenantId: undefined,
      action: 'master-key.forget',
      subject: 'deployment',
      before: { masterKeyId: keyId },
    });
    return removeFromFile(file, keyId);
  });
  const note = isRemoved
    ? 'Remove it from the files of the other nodes as well.'
    : 'Nothing needs it: remove it from the secret or the setting of every node.';
  return { kind: 'record', record: { forgotten: keyId, ...(isRemoved ? { file } : {}) }, note };
}

/** The master keys, and their rotation in four steps over several nodes or in one on a single machine. */
export const masterKeyCommands: readonly Command[] = [
  {
    name: 'keys list-master',
    summary: 'List the master keys by id with the number of keys each one wraps.',
    examples: ['titular keys list-master'],
    run: listMasterKeys,
  },
  {
    name: 'keys prepare-master',
    summary:
      'Choose the next master key: the one after the present key, or a new one added to the file. Every node then loads it.',
    examples: ['titular keys prepare-master'],
    run: prepareMaster,
  },
  {
    name: 'keys confirm-master',
    summary: 'Show which running nodes have loaded the prepared master key; fails while any has not.',
    examples: ['titular keys confirm-master'],
    run: confirmMaster,
  },
  {
    name: 'keys switch-master',
    summary:
      'Wrap all keys with the prepared master key while the service runs; refused while a running node has not loaded it. Continues an interrupted rotation.',
    examples: ['titular keys switch-master'],
    run: async (context) => switched(await switchTo(context)),
  },
  {
    name: 'keys retire-master',
    summary:
      'Record that a master key is no longer needed, and remove it from the file if the file is writable.',
    positionals: ['key'],
    examples: ['titular keys retire-master 5f0c3b9a7d21e684'],
    run: (context, { positionals: [keyId = ''] }) => retireMaster(context, keyId),
  },
  {
    name: 'keys rotate-master',
    summary:
      'Prepare, confirm and switch in one step, if all nodes read the same writable file. Continues an interrupted rotation.',
    examples: ['titular keys rotate-master'],
    run: rotateMaster,
  },
  {
    name: 'keys forget-master',
    summary: 'Alias of `keys retire-master`.',
    positionals: ['key'],
    examples: ['titular keys forget-master 5f0c3b9a7d21e684'],
    run: (context, { positionals: [keyId = ''] }) => retireMaster(context, keyId),
  },
];
