import { SANDBOX_EVENTS, type SandboxEvent } from '@titular/contract';
import { runScenario, type ScenarioReport } from '@titular/lab/scenario-runner/run-scenario.ts';
import { OperatorRefusal } from '@titular/server/audit/index.ts';
import { readConfig } from '@titular/server/config/config.ts';
import {
  catalogue,
  findScenario,
  type ScenarioEnd,
  type ScenarioRow,
  scenarios,
  stepTransaction,
} from '@titular/server/sandbox/index.ts';
import { createSettings } from '@titular/server/tenants/index.ts';
import { chooseTenant, readId, TENANT_OPTION } from '../../frame/choose-tenant.ts';
import type { AloneContext, Arguments, Command, CommandContext, CommandResult } from '../../frame/command.ts';
import { formatRows } from '../../frame/print.ts';
import { translateRefusal } from '../../frame/translate-refusal.ts';
import { UsageError } from '../../frame/usage-error.ts';

const endText = (end: ScenarioEnd): string => {
  if (end.kind === 'token-refused') return `a refusal with ${end.subCode}`;
  if (end.kind === 'refused')
    return `a refusal with ${end.code}${end.isServedNext ? ', and then an answer' : ''}`;
  if (end.kind === 'process') return end.result;
  return end.hasIdentityChanged ? `${end.status}, identity changed` : end.status;
};

function readScenario(name: string): ScenarioRow {
  const row = findScenario(name);
  if (row) return row;
  throw new OperatorRefusal(
    'not-found',
    `There is no scenario ${JSON.stringify(name)}: npx titular sandbox list shows all.`,
  );
}

async function list(): Promise<CommandResult> {
  const identities = new Map(catalogue().map(({ name, identity }) => [name, identity?.value]));
  return {
    kind: 'rows',
    columns: ['scenario', 'kind', 'leadsTo', 'cpf', 'meaning'],
    rows: scenarios.map(({ name, kind, meaning, leadsTo }) => ({
      scenario: name,
      kind,
      leadsTo: endText(leadsTo),
      cpf: identities.get(name),
      meaning,
    })),
  };
}

function readEvent(text: string): SandboxEvent {
  const event = SANDBOX_EVENTS.find((one) => one === text);
  if (event) return event;
  throw new UsageError(`${JSON.stringify(text)} is not one of the events: ${SANDBOX_EVENTS.join(', ')}.`);
}

function toResult(report: ScenarioReport): CommandResult {
  const { scenario, meaning, leadsTo, sightings, isRight } = report;
  const rows = sightings.map(({ afterSeconds, what }) => ({ second: afterSeconds, what }));
  const end = `It leads to ${endText(leadsTo)}${isRight ? ', and did.' : ', and did not.'}`;
  const refusal = isRight
    ? {}
    : { refusal: new OperatorRefusal('broken', `The scenario ${scenario} led elsewhere.`) };
  return {
    kind: 'report',
    text: `${scenario}: ${meaning}\n\n${formatRows(['second', 'what'], rows)}\n\n${end}`,
    record: { scenario, meaning, leadsTo, sightings, isRight },
    ...refusal,
  };
}

async function run(args: Arguments, context: AloneContext): Promise<CommandResult> {
  const row = readScenario(args.positionals[0] ?? '');
  const { progress, stopping } = context;
  progress.say('Starting a temporary service …');
  // Of the deployment's settings none is read: a scenario goes the same way everywhere, and nothing of production is within reach.
  const config = { ...readConfig({}), engineThreads: 1, webhookLoopback: true };
  const opening = context.openTrial(config);
  const close = async (): Promise<void> => {
    const [opened] = await Promise.allSettled([opening]);
    if (opened.status === 'fulfilled') await opened.value.close();
  };
  context.closeAtEnd(close);
  try {
    const trial = await opening;
    stopping.throwIfAborted();
    return toResult(await runScenario({ trial, stopping, say: progress.say }, row));
  } finally {
    await close();
  }
}

async function step(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { config, operator } = context;
  const [transaction = '', eventName = ''] = args.positionals;
  const event = readEvent(eventName);
  const transactionId = readId(transaction, 'transaction');
  if (config.environment !== 'test')
    throw new OperatorRefusal('forbidden', 'There is no sandbox in production.');
  const tenantId = await chooseTenant(context, args);
  const { db, clock, actor } = operator;
  const { environment, retrySeconds } = config;
  const deps = { db, clock, settings: createSettings(db, clock), retrySeconds, environment };
  const answer = await translateRefusal(stepTransaction(deps, tenantId, transactionId, event, actor));
  return { kind: 'record', record: { transaction: transactionId, event, ...answer } };
}

/** The sandbox on the command line: its catalogue, a scenario on a service of its own, and steps on a live transaction. */
export const sandboxCommands: readonly Command[] = [
  {
    name: 'sandbox list',
    summary: 'List the sandbox scenarios with their outcome and the CPF that selects each.',
    examples: ['titular sandbox list', 'titular sandbox list --json'],
    runAlone: list,
  },
  {
    name: 'sandbox run',
    summary:
      'Run a scenario from create to verified webhook on a temporary service and report what the merchant sees. Needs no network, database or configuration, and touches no deployment.',
    positionals: ['scenario'],
    examples: ['titular sandbox run approved', 'titular sandbox run webhook-late --json'],
    runAlone: run,
  },
  {
    name: 'sandbox step',
    summary: 'Apply an event to a live transaction of the test environment immediately.',
    positionals: ['transaction', 'event'],
    options: TENANT_OPTION,
    examples: ['titular sandbox step 019aa3c5-2b10-7d01-9f2d-0c4e5a6b7c01 approve'],
    run: step,
  },
];
