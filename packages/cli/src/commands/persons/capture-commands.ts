import type { ListCapturesResponse } from '@titular/contract';
import { openPictures } from '@titular/server/pictures/index.ts';
import { createTenantKeys } from '@titular/server/tenants/index.ts';
import { readCaptures, viewImage } from '@titular/server/transactions/index.ts';
import { chooseTenant, readId, TENANT_OPTION } from '../../frame/choose-tenant.ts';
import type { Arguments, Command, CommandContext, CommandResult } from '../../frame/command.ts';
import { formatRecord, formatRows } from '../../frame/print.ts';
import { translateRefusal } from '../../frame/translate-refusal.ts';
import { UsageError } from '../../frame/usage-error.ts';
import { exportCaptures } from './export-captures.ts';

const ATTEMPT_COLUMNS = [
  'number',
  'movement',
  'poses',
  'outcome',
  'startedAt',
  'finishedAt',
  'framesReceived',
  'consent',
];
const FRAME_COLUMNS = ['attempt', 'step', 'pose', 'receivedAt', 'isHeld', 'sha256'];

const toDate = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(text);

function attemptRows({ attempts }: ListCapturesResponse) {
  return attempts.map(({ startedAt, finishedAt, consent, ...attempt }) => ({
    ...attempt,
    startedAt: toDate(startedAt),
    finishedAt: toDate(finishedAt),
    consent: consent && `${consent.version} ${consent.language} ${consent.at}`,
  }));
}

const frameRows = ({ attempts }: ListCapturesResponse) =>
  attempts.flatMap(({ number, frames }) =>
    frames.map((frame) => ({ attempt: number, ...frame, receivedAt: toDate(frame.receivedAt) })),
  );

const section = (title: string, text: string): string => `${title}\n${text}`;

function textOf(captures: ListCapturesResponse): string {
  const { id, images, erasedAt, checks, signs } = captures;
  const [attempts, frames] = [attemptRows(captures), frameRows(captures)];
  return [
    formatRecord({ transaction: id, images, ...(erasedAt ? { 'erased at': toDate(erasedAt) } : {}) }),
    checks.length === 0 ? '' : section('Checks', formatRows(['check', 'result'], checks)),
    signs.length === 0 ? '' : section('Signs', formatRows(['attempt', 'sign', 'seen', 'sentence'], signs)),
    attempts.length === 0 ? '' : section('Attempts', formatRows(ATTEMPT_COLUMNS, attempts)),
    frames.length === 0 ? '' : section('Kept frames', formatRows(FRAME_COLUMNS, frames)),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

async function findCaptures(context: CommandContext, args: Arguments) {
  const tenantId = await chooseTenant(context, args);
  const transactionId = readId(args.positionals[0] ?? '', 'transaction');
  const { db } = context.operator;
  return {
    tenantId,
    transactionId,
    captures: await translateRefusal(readCaptures({ db }, tenantId, transactionId)),
  };
}

async function list(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { captures } = await findCaptures(context, args);
  return { kind: 'report', text: textOf(captures), record: captures };
}

async function exportAll(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { reason, to: directory } = args.options;
  if (reason === undefined) throw new UsageError('--reason is missing: every view needs a reason.');
  if (directory === undefined || directory === '') throw new UsageError('--to is missing.');
  const { tenantId, transactionId, captures } = await findCaptures(context, args);
  const { db, clock, actor } = context.operator;
  const pictures = openPictures(context.config, { db, clock });
  const deps = { db, clock, pictures, tenantKeys: createTenantKeys(db, context.masterKeys) };
  const images = await translateRefusal(
    exportCaptures({
      directory,
      captures,
      look: (attemptId, step) =>
        viewImage(deps, { tenantId, actor }, { transactionId, attemptId, step: String(step), reason }),
      about: { exportedAt: clock.now().toISOString(), exportedBy: actor, reason },
      stopping: context.stopping,
    }),
  );
  return {
    kind: 'record',
    record: { directory, files: [...images.map(({ file }) => file), 'captures.json'] },
    note: 'Each view is recorded in the audit log. Delete the files when they are no longer needed.',
  };
}

/** What operators may see of captures; each look at an image is on record. */
export const captureCommands: readonly Command[] = [
  {
    name: 'captures list',
    summary: 'Show what was captured for a transaction, and the checks of its decision.',
    positionals: ['transaction'],
    options: TENANT_OPTION,
    examples: [
      'titular captures list 019aa3c5-2b10-7d01-9f2d-0c4e5a6b7c01',
      'titular captures list 019aa3c5-2b10-7d01-9f2d-0c4e5a6b7c01 --json',
    ],
    run: list,
  },
  {
    name: 'captures export',
    summary:
      'Export the kept images of a transaction and their record to new files; each view is written to the audit log.',
    positionals: ['transaction'],
    options: {
      ...TENANT_OPTION,
      reason: {
        value: 'text',
        text: 'Why you view the images, in 3 to 200 characters; kept in the audit log, so never name the person.',
      },
      to: { value: 'directory', text: 'Target directory, created if missing. Only you can read the files.' },
    },
    examples: [
      'titular captures export 019aa3c5-2b10-7d01-9f2d-0c4e5a6b7c01 --reason "ticket 4711" --to ticket-4711',
    ],
    run: exportAll,
  },
];
