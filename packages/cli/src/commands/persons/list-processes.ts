import { PROCESS_RESULTS, PROCESS_STATES, type ProcessRow, type SearchProcesses } from '@titular/contract';
import { searchPortalProcesses } from '@titular/server/cases/index.ts';
import { chooseTenant, readId } from '../../frame/choose-tenant.ts';
import type { Arguments, CommandContext, CommandResult } from '../../frame/command.ts';
import { oneOf, parseCount } from '../../frame/parse-arguments.ts';
import { translateRefusal } from '../../frame/translate-refusal.ts';

/** Most processes that one list shows. */
export const MAX_PROCESSES = 1_000;
const PAGE = 100;

const COLUMNS = ['process', 'state', 'result', 'purpose', 'company', 'uses', 'createdAt', 'finishedAt'];

const dateOf = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(text);

/** What the merchant wrote may name the person, and whom it is about is for the merchant to say. */
const toRow = ({ id, companyName, clientReference: _reference, ...row }: ProcessRow) => ({
  process: id,
  ...row,
  company: companyName,
  createdAt: dateOf(row.createdAt),
  finishedAt: dateOf(row.finishedAt),
  erasedAt: dateOf(row.erasedAt),
});

function readSearch({ options }: Arguments): SearchProcesses {
  const state = oneOf(PROCESS_STATES, 'state', options['state']);
  const result = oneOf(PROCESS_RESULTS, 'result', options['result']);
  const { company } = options;
  return {
    ...(state === undefined ? {} : { state }),
    ...(result === undefined ? {} : { result }),
    ...(company === undefined ? {} : { company: readId(company, 'company') }),
  };
}

/** Lists the processes of a tenant, newest first. */
export async function listProcesses(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { db, clock } = context.operator;
  const most = parseCount(args.options['limit'] ?? '20', MAX_PROCESSES);
  const search = readSearch(args);
  const tenantId = await chooseTenant(context, args);
  const found: ProcessRow[] = [];
  let cursor: string | undefined;
  do {
    context.stopping.throwIfAborted();
    const limit = Math.min(PAGE, most - found.length);
    const page = { ...search, limit, ...(cursor === undefined ? {} : { cursor }) };
    const scope = { tenantId, companies: 'all' } as const;
    const answer = await translateRefusal(searchPortalProcesses({ db, clock }, scope, page));
    found.push(...answer.processes);
    cursor = answer.nextCursor;
  } while (cursor !== undefined && found.length < most);
  const note =
    cursor === undefined ? undefined : `There are more than ${most}: narrow the list or raise --limit.`;
  return { kind: 'rows', columns: COLUMNS, rows: found.map(toRow), ...(note ? { note } : {}) };
}
