import { OperatorRefusal } from '@titular/server/audit/index.ts';
import {
  checkObjects,
  countDues,
  countPlaced,
  type MoveCounts,
  movePictures,
  type ObjectStore,
  ObjectStoreError,
  openBucket,
  sweepOrphans,
} from '@titular/server/pictures/index.ts';
import { createTenantKeys } from '@titular/server/tenants/index.ts';
import type { Arguments, Command, CommandContext, CommandResult } from '../../frame/command.ts';
import { UsageError } from '../../frame/usage-error.ts';

const MAX_NAMED = 20;

function requireBucket({ config }: CommandContext): ObjectStore {
  const bucket = openBucket(config);
  if (bucket) return bucket;
  throw new OperatorRefusal(
    'forbidden',
    'No object store is configured: set TITULAR_OBJECTS_URL and its keys.',
  );
}

/** Says what the store answers, and what to do; nothing that was done is undone. */
async function withStore<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error;
    throw new OperatorRefusal('forbidden', `Stopped: ${error.message}. Run the command again to go on.`);
  }
}

async function status({ config, report }: CommandContext): Promise<CommandResult> {
  const { placed, dues } = await report(async (db) => ({
    placed: await countPlaced(db),
    dues: await countDues(db),
  }));
  return {
    kind: 'record',
    record: {
      newPicturesGoTo: config.picturePlace,
      inDatabase: placed.database,
      inObjects: placed.objects,
      objectsToDelete: dues.due,
      objectsUnderWay: dues.listed - dues.due,
    },
  };
}

const textOf = ({ moved, passed, lost, broken }: MoveCounts): string =>
  `Moving pictures: ${moved} moved, ${passed} passed, ${lost} lost, ${broken} broken …`;

async function move(context: CommandContext, { options }: Arguments): Promise<CommandResult> {
  const { to } = options;
  if (to !== 'objects' && to !== 'database') throw new UsageError('--to must be objects or database.');
  const { operator, masterKeys, progress, stopping } = context;
  const { db, clock } = operator;
  const tenantKeys = createTenantKeys(db, masterKeys);
  const say = (counts: MoveCounts): void => progress.say(textOf(counts));
  const deps = { db, clock, tenantKeys, stopping, say, objects: requireBucket(context) };
  const counts = await withStore(movePictures(deps, to));
  progress.end();
  const { lost, broken } = counts;
  const record = { to, ...counts };
  if (lost + broken === 0) return { kind: 'record', record };
  return {
    kind: 'report',
    record,
    text: `${counts.moved} moved, ${lost} without an object, ${broken} that do not open.`,
    refusal: new OperatorRefusal(
      'forbidden',
      'Some pictures stayed where they were. Those without an object are named by npx titular pictures check.',
    ),
  };
}

const nameSome = (names: readonly string[]): string[] => [
  ...names.slice(0, MAX_NAMED).map((name) => `  ${name}`),
  ...(names.length > MAX_NAMED ? [`  and ${names.length - MAX_NAMED} more`] : []),
];

async function check(context: CommandContext, { switches }: Arguments): Promise<CommandResult> {
  const { operator, progress, stopping } = context;
  const { db, clock } = operator;
  const say = (counts: { objects: number; rows: number }): void =>
    progress.say(`Comparing: ${counts.objects} objects, ${counts.rows} rows …`);
  const objects = requireBucket(context);
  const report = await withStore(checkObjects({ db, objects, stopping, say }, clock.now().getTime()));
  progress.end();
  const swept = switches.has('sweep') ? await sweepOrphans(db, report) : 0;
  const { orphans, lost } = report;
  return {
    kind: 'report',
    record: { ...report, swept },
    text: [
      `${report.objects} objects, ${report.rows} rows with an object.`,
      `${orphans.length} objects without a row${swept > 0 ? '; the service deletes them now' : ''}.`,
      ...nameSome(orphans),
      `${lost.length} rows whose object is not there.`,
      ...nameSome(lost),
    ].join('\n'),
    ...(lost.length > 0
      ? {
          refusal: new OperatorRefusal('not-found', 'Restore the missing objects from a copy of the bucket.'),
        }
      : {}),
  };
}

/** What operators do where pictures lie in an object store. */
export const pictureCommands: readonly Command[] = [
  {
    name: 'pictures status',
    summary:
      'Show how many pictures lie in the database and in the object store, and what is to be deleted there.',
    examples: ['titular pictures status'],
    run: status,
  },
  {
    name: 'pictures move',
    summary:
      'Move every picture to the object store, or back to the database, while the service runs. Ctrl-C loses nothing; run it again to go on.',
    options: { to: { value: 'place', text: '`objects` or `database`.' } },
    examples: ['titular pictures move --to objects', 'titular pictures move --to database'],
    run: move,
  },
  {
    name: 'pictures check',
    summary:
      'Compare the object store with the database: objects without a row, and rows whose object is not there.',
    options: {
      sweep: { text: 'Have the service delete objects without a row that are older than an hour.' },
    },
    examples: ['titular pictures check', 'titular pictures check --sweep'],
    run: check,
  },
];
