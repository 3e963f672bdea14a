import { PROCESS_RESULTS, PROCESS_STATES, type ProcessHistoryResponse } from '@titular/contract';
import { readProcessHistory } from '@titular/server/processes/index.ts';
import { createTenantKeys } from '@titular/server/tenants/index.ts';
import { chooseTenant, readId, TENANT_OPTION } from '../../frame/choose-tenant.ts';
import type { Arguments, Command, CommandContext, CommandResult } from '../../frame/command.ts';
import { formatRecord, formatRows } from '../../frame/print.ts';
import { translateRefusal } from '../../frame/translate-refusal.ts';
import { listProcesses, MAX_PROCESSES } from './list-processes.ts';

const STEP_COLUMNS = ['version', 'event', 'state', 'actor', 'reasons', 'transactionId', 'at'];

/** What the merchant wrote may name the person, and whom it is about is for the merchant to say. */
function withoutPerson({
  person,
  clientReference,
  callbackUri,
  ...process
}: ProcessHistoryResponse['process']) {
  return process;
}

function textOf({ process, history }: ProcessHistoryResponse): string {
  const { authenticationInfo, ...rest } = withoutPerson(process);
  const steps = history.map(({ at, ...step }) => ({ ...step, at: new Date(at) }));
  return `${formatRecord({ ...rest, ...authenticationInfo })}\n\nSteps\n${formatRows(STEP_COLUMNS, steps)}`;
}

async function show(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const tenantId = await chooseTenant(context, args);
  const processId = readId(args.positionals[0] ?? '', 'process');
  const { db, clock } = context.operator;
  const tenantKeys = createTenantKeys(db, context.masterKeys);
  const found = await translateRefusal(readProcessHistory({ db, clock, tenantKeys }, tenantId, processId));
  const record = { process: withoutPerson(found.process), history: found.history };
  return { kind: 'report', text: textOf(found), record };
}

/** What operators may see of processes: never whom they are about. */
export const processCommands: readonly Command[] = [
  {
    name: 'processes list',
    summary: 'List the processes of a tenant, newest first.',
    options: {
      ...TENANT_OPTION,
      state: { value: 'state', text: `Only processes in this state: ${PROCESS_STATES.join(', ')}.` },
      result: { value: 'result', text: `Only processes with this result: ${PROCESS_RESULTS.join(', ')}.` },
      company: { value: 'id or name', text: 'Only processes of this company.' },
      limit: { value: 'N', text: `Maximum number of processes, up to ${MAX_PROCESSES} (default: 20).` },
    },
    examples: [
      'titular processes list',
      'titular processes list --result PROCESS_RESULT_OK --limit 100 --json',
    ],
    run: listProcesses,
  },
  {
    name: 'processes show',
    summary: 'Show a process of the identity platform with its history and the transactions that reused it.',
    positionals: ['process'],
    options: TENANT_OPTION,
    examples: [
      'titular processes show 019aa3c5-3c10-7a01-8f2d-0c4e5a6b7d01',
      'titular processes show 019aa3c5-3c10-7a01-8f2d-0c4e5a6b7d01 --json',
    ],
    run: show,
  },
];
