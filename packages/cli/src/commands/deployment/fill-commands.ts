import type { SandboxFill } from '@titular/contract';
import { OperatorRefusal } from '@titular/server/audit/index.ts';
import { clearFill, readFill, startFill } from '@titular/server/sandbox/index.ts';
import { createTenantKeys } from '@titular/server/tenants/index.ts';
import { chooseTenant, TENANT_OPTION } from '../../frame/choose-tenant.ts';
import type { Arguments, Command, CommandContext, CommandResult } from '../../frame/command.ts';
import { pause } from '../../frame/pause.ts';
import { translateRefusal } from '../../frame/translate-refusal.ts';

const LOOK_MS = 500;
/** Two minutes without progress: no service is running that goes on with it. */
const MAX_IDLE_LOOKS = 240;

type Deps = Parameters<typeof startFill>[0];

async function open(context: CommandContext, args: Arguments) {
  const { config, operator, masterKeys } = context;
  if (config.environment !== 'test')
    throw new OperatorRefusal('forbidden', 'There is no sandbox in production.');
  const tenantId = await chooseTenant(context, args);
  const { db, clock, actor } = operator;
  const { environment } = config;
  const deps: Deps = { db, clock, environment, tenantKeys: createTenantKeys(db, masterKeys) };
  return { deps, actor: { tenantId, actor } };
}

/** Looks until what is under way is over, nobody goes on with it, or Ctrl-C ends the looking. */
async function follow(
  context: CommandContext,
  { deps, actor: { tenantId } }: Awaited<ReturnType<typeof open>>,
  begun: SandboxFill,
): Promise<SandboxFill> {
  let fill = begun;
  for (let idle = 0; idle < MAX_IDLE_LOOKS; idle += 1) {
    if (fill.state === 'none' || fill.state === 'filled') break;
    const { state, made, removed, total } = fill;
    const [done, all] = state === 'filling' ? [made, total] : [removed, made];
    const isRest = state === 'clearing' && removed >= made;
    const words = `${done} of ${all} transactions ${state === 'filling' ? 'made' : 'removed'}`;
    context.progress.say(isRest ? `${words}; events, figures and shops follow …` : `${words} …`);
    if (!(await pause(LOOK_MS, context.stopping))) break;
    fill = await readFill(deps, tenantId);
    if (fill.made !== made || fill.removed !== removed) idle = 0;
  }
  return fill;
}

function toResult(tenantId: string, { state, made, removed, total, task }: SandboxFill): CommandResult {
  const record = { tenantId, state, made, removed, total, taskOrder: task?.orderNumber };
  const isUnderWay = state === 'filling' || state === 'clearing';
  const note =
    'It is not over: a running service goes on with it. "npx titular sandbox show" tells how far it is.';
  return { kind: 'record', record, ...(isUnderWay && { note }) };
}

async function fill(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const opened = await open(context, args);
  const begun = await translateRefusal(startFill(opened.deps, opened.actor));
  return toResult(opened.actor.tenantId, await follow(context, opened, begun));
}

async function clear(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const opened = await open(context, args);
  const begun = await translateRefusal(clearFill(opened.deps, opened.actor));
  return toResult(opened.actor.tenantId, await follow(context, opened, begun));
}

async function show(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { deps, actor } = await open(context, args);
  return toResult(actor.tenantId, await readFill(deps, actor.tenantId));
}

/** Fills a tenant of the test environment with sandbox transactions, and removes them. */
export const fillCommands: readonly Command[] = [
  {
    name: 'sandbox fill',
    summary:
      'Fill a tenant with 500 invented transactions of the last 30 days, in three shops of their own; test environment only. No webhook is sent.',
    options: TENANT_OPTION,
    examples: ['titular sandbox fill'],
    run: fill,
  },
  {
    name: 'sandbox clear',
    summary: 'Remove the sandbox shops of a tenant with everything in them, and nothing else.',
    options: TENANT_OPTION,
    examples: ['titular sandbox clear'],
    run: clear,
  },
  {
    name: 'sandbox show',
    summary: 'Show how many sandbox transactions a tenant has, and how far a fill or a removal is.',
    options: TENANT_OPTION,
    examples: ['titular sandbox show --json'],
    run: show,
  },
];
