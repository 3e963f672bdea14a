import type { Examination } from '@titular/contract';
import { PROBES } from '@titular/contract';
import { OperatorRefusal } from '@titular/server/audit/index.ts';
import { readExamination, startExamination } from '@titular/server/sandbox/index.ts';
import { readEndpoint } from '@titular/server/webhooks/index.ts';
import { TENANT_OPTION } from '../../frame/choose-tenant.ts';
import type { Arguments, Command, CommandContext, CommandResult } from '../../frame/command.ts';
import { pause } from '../../frame/pause.ts';
import { translateRefusal } from '../../frame/translate-refusal.ts';
import { begin, endpointIdOf, ID } from './endpoint-context.ts';

const LOOK_MS = 500;
/** Longer than all deliveries of an examination may take. */
const MAX_LOOKS = 1_600;

async function examine(context: CommandContext, args: Arguments): Promise<CommandResult> {
  if (context.config.environment !== 'test')
    throw new OperatorRefusal('forbidden', 'There is no sandbox in production.');
  const { deps, actor, tenantId } = await begin(context, args);
  const endpoint = await translateRefusal(readEndpoint(deps.db, tenantId, endpointIdOf(args)));
  const name = { tenantId, endpointId: endpoint.endpointId };
  let found: Examination = await translateRefusal(startExamination(deps, actor, endpoint));
  for (let looks = 0; looks < MAX_LOOKS && found.state === 'running'; looks += 1) {
    context.progress.say(`${found.results.length} of ${PROBES.length} deliveries sent …`);
    if (!(await pause(LOOK_MS, context.stopping))) break;
    found = await readExamination(deps, name);
  }
  const wrong = found.results.filter(({ verdict }) => verdict === 'wrong').length;
  return {
    kind: 'rows',
    columns: ['delivery', 'expected', 'answer', 'verdict', 'reason'],
    rows: found.results.map(({ probe, expected, status, error, verdict, reason }) => ({
      ...{ delivery: probe, expected, verdict, reason },
      answer: status ?? error,
    })),
    ...(wrong > 0 && {
      refusal: new OperatorRefusal('broken', `The receiver handled ${wrong} of these incorrectly.`),
    }),
    note:
      found.state === 'finished'
        ? `It ended: ${found.ended}. docs/webhooks.md says what a right receiver does.`
        : 'It is not over: a running service goes on with it. The same command shows the rest.',
  };
}

/** Examines the receiver of an endpoint by deliveries that misbehave. */
export const examineCommands: readonly Command[] = [
  {
    name: 'webhooks examine',
    summary:
      'Send an endpoint 13 deliveries, most of them odd, and report which its receiver handled incorrectly; test environment only.',
    positionals: ['endpoint'],
    options: TENANT_OPTION,
    examples: [`titular webhooks examine ${ID}`],
    run: examine,
  },
];
