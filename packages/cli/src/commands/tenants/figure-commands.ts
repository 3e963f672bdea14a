import { type Figures, MODULES } from '@titular/contract';
import { FIGURE_DAYS, readFigures, rebuildFigures } from '@titular/server/figures/index.ts';
import { readCompany } from '@titular/server/tenants/index.ts';
import { chooseTenant, readId, TENANT_OPTION } from '../../frame/choose-tenant.ts';
import type { Arguments, Command, CommandContext, CommandResult, Shown } from '../../frame/command.ts';
import { oneOf, parseCount } from '../../frame/parse-arguments.ts';
import { translateRefusal } from '../../frame/translate-refusal.ts';

const USUAL_DAYS = '7';
const MAX_DAYS = 90;
const DAY_MS = 86_400_000;

type Rows = { columns: readonly string[]; rows: readonly Readonly<Record<string, Shown>>[] };

/** How each part of the figures is listed; days are those of UTC. */
const PARTS: Readonly<Record<string, (figures: Figures, days: readonly string[]) => Rows>> = {
  statuses: ({ statuses }, days) => ({
    columns: ['day', 'status', 'count'],
    rows: statuses.map(({ slot, status, count }) => ({ day: days[slot]?.slice(0, 10), status, count })),
  }),
  reasons: ({ reasons }) => ({ columns: ['reason', 'count'], rows: reasons }),
  times: ({ times }) => ({ columns: ['underSeconds', 'count'], rows: times }),
  attempts: ({ attempts }) => ({ columns: ['attempts', 'count'], rows: attempts }),
  funnel: ({ funnel }) => ({
    columns: ['step', 'count'],
    rows: Object.entries(funnel).map(([step, count]) => ({ step, count })),
  }),
  pages: ({ pages }) => ({ columns: ['event', 'browser', 'sessions'], rows: pages }),
};
const PART_NAMES = Object.keys(PARTS);

function startsOf(now: Date, days: number): string[] {
  const today = now.getTime() - (now.getTime() % DAY_MS);
  return Array.from({ length: days + 1 }, (_, day) =>
    new Date(today + (day + 1 - days) * DAY_MS).toISOString(),
  );
}

function noteOf({ isBuilding, isOpenMissing }: Figures): string | undefined {
  if (isBuilding) return 'Older transactions are still being counted.';
  return isOpenMissing ? 'What is under way is not counted now.' : undefined;
}

async function show(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const tenantId = await chooseTenant(context, args);
  const { company, days = USUAL_DAYS, of, module } = args.options;
  const part = oneOf(PART_NAMES, 'of', of) ?? 'statuses';
  const companyId = company === undefined ? undefined : readId(company, 'company');
  if (companyId !== undefined) await readCompany(context.operator, tenantId, companyId);
  const companies = companyId && [companyId];
  const { db, clock } = context.operator;
  const starts = startsOf(clock.now(), parseCount(days, MAX_DAYS));
  const chosen = oneOf(MODULES, 'module', module);
  const asked = { starts, ...(chosen === undefined ? {} : { module: chosen }) };
  const figures = await translateRefusal(readFigures(db, { tenantId, companies }, asked));
  const shown = PARTS[part]?.(figures, starts) ?? { columns: [], rows: [] };
  const note = noteOf(figures);
  return { kind: 'rows', ...shown, ...(note ? { note } : {}) };
}

async function rebuild(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const tenantId = await chooseTenant(context, args);
  const isDone = await context.atLeisure((db) => rebuildFigures({ ...context.operator, db }, tenantId));
  return { kind: 'record', record: { tenantId, state: isDone ? 'ready' : 'continued by the service' } };
}

/** What the overview of the portal shows, and how it is counted anew. */
export const figureCommands: readonly Command[] = [
  {
    name: 'figures show',
    summary:
      'Count the transactions of a tenant by the day of their creation (UTC), as the overview of the portal does.',
    options: {
      ...TENANT_OPTION,
      company: { value: 'id or name', text: 'Only transactions of this company.' },
      module: {
        value: 'name',
        text: `Only transactions of this module: ${MODULES.join(', ')}; pages count all.`,
      },
      days: {
        value: 'N',
        text: `Number of days, including today (default: ${USUAL_DAYS}, maximum: ${MAX_DAYS}).`,
      },
      of: { value: 'part', text: `What is listed: ${PART_NAMES.join(', ')} (default: statuses).` },
    },
    examples: ['titular figures show', 'titular figures show --days 30 --of reasons --json'],
    run: show,
  },
  {
    name: 'figures rebuild',
    summary: `Count the figures of a tenant anew from its transactions of the last ${FIGURE_DAYS} days.`,
    options: { ...TENANT_OPTION },
    examples: ['titular figures rebuild'],
    run: rebuild,
  },
];
