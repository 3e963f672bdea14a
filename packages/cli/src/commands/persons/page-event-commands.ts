import { listPageEvents, PAGE_EVENT_DAYS } from '@titular/server/captures/index.ts';
import { addSeconds } from '@titular/server/kernel/base/clock.ts';
import { chooseTenant, readId, TENANT_OPTION } from '../../frame/choose-tenant.ts';
import type { Arguments, Command, CommandContext, CommandResult } from '../../frame/command.ts';
import { parseCount } from '../../frame/parse-arguments.ts';

const USUAL_DAYS = '7';
const DAY_SECONDS = 86_400;

async function list(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const tenantId = await chooseTenant(context, args);
  const { company, days = USUAL_DAYS } = args.options;
  const companyId = company === undefined ? undefined : readId(company, 'company');
  const { db, clock } = context.operator;
  const first = addSeconds(clock.now(), -(parseCount(days, PAGE_EVENT_DAYS) - 1) * DAY_SECONDS);
  const since = first.toISOString().slice(0, 10);
  const rows = await listPageEvents(db, tenantId, { since, companyId });
  const note = rows.length === 0 ? `No page has reported an event since ${since}.` : undefined;
  const columns = ['day', 'companyId', 'event', 'browser', 'seen', 'sessions'];
  return { kind: 'rows', columns, rows, ...(note ? { note } : {}) };
}

/** What became of the pages that people opened, as sums. */
export const pageEventCommands: readonly Command[] = [
  {
    name: 'page-events list',
    summary: 'Count the events that pages reported, by day (UTC), company and browser family.',
    options: {
      ...TENANT_OPTION,
      company: { value: 'id or name', text: 'Only events of this company.' },
      days: {
        value: 'N',
        text: `Number of days, including today (default: ${USUAL_DAYS}, maximum: ${PAGE_EVENT_DAYS}).`,
      },
    },
    examples: ['titular page-events list', 'titular page-events list --days 30 --json'],
    run: list,
  },
];
