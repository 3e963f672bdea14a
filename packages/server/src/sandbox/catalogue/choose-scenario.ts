import { SCENARIO_HEADER } from '@titular/contract';
import type { Clock } from '../../kernel/base/clock.ts';
import type { ProcessId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Course, CreateCall, SandboxPort } from '../../kernel/http/sandbox-port.ts';
import { dueAt } from '../runs/advance-runs.ts';
import { findAttachedScenario } from '../runs/attached-scenario-store.ts';
import { insertRun } from '../runs/run-store.ts';
import { SANDBOX_REASON } from './make-decision.ts';
import type { ScenarioEvent, ScenarioRow } from './scenario.ts';
import { findScenario, scenarioOfIdentity } from './scenarios.ts';

/** What happens to a transaction that nobody takes a selfie for: it is processing from the start. */
const DECIDING: readonly ScenarioEvent[] = ['approve', 'identity-changed', 'reject'];

const firstDecision = ({ steps, beginsOpen }: ScenarioRow): number =>
  beginsOpen ? -1 : steps.findIndex(({ event }) => DECIDING.includes(event));

const courseOf = ({ name, endsAtCreate }: ScenarioRow, nextStep: number): Course => ({
  scenario: name,
  nextStep,
  endsFor: endsAtCreate ? [SANDBOX_REASON] : undefined,
});

type Kind = 'status' | 'process';

/** The row that a header names, if it is one to follow: what is refused was, before it came here; what is served in the end goes its own way. */
function namedBy({ headers }: CreateCall, kind: Kind): ScenarioRow | undefined {
  const header = headers[SCENARIO_HEADER];
  if (header === undefined) return undefined;
  const row = typeof header === 'string' ? findScenario(header) : undefined;
  if (!row) throw new Refusal('40090');
  return row.leadsTo.kind === kind ? row : undefined;
}

function identifiedBy({ identity }: CreateCall, kind: Kind): ScenarioRow | undefined {
  const row = scenarioOfIdentity(identity);
  return row?.leadsTo.kind === kind ? row : undefined;
}

/** The course of a transaction; one that uses a process takes those that a decision is part of, from that decision on. */
function courseOfTransaction(
  call: CreateCall,
  { processId }: { processId: ProcessId | undefined },
): Course | undefined {
  const named = namedBy(call, 'status');
  const row = named ?? identifiedBy(call, 'status');
  if (!row) return undefined;
  if (processId === undefined || row.endsAtCreate) return courseOf(row, 0);
  const decision = firstDecision(row);
  if (decision >= 0) return courseOf(row, decision);
  if (!named) return undefined;
  throw new Refusal(
    '40090',
    `A transaction that uses a process does not take the scenario ${row.name}: it shows what comes before a decision, or leads to none.`,
  );
}

/** The course of a process; none leads one that another platform carries out. */
function courseOfProcess(
  call: CreateCall,
  { platform }: { platform: 'built-in' | 'external' },
): Course | undefined {
  const named = namedBy(call, 'process');
  if (platform === 'built-in') {
    const row = named ?? identifiedBy(call, 'process');
    return row && courseOf(row, 0);
  }
  if (named)
    throw new Refusal(
      '40090',
      'This deployment has its processes carried out by another identity platform, where no scenario leads them.',
    );
  return undefined;
}

/** How transactions and processes choose scenarios and begin to follow them. */
export const createCourses = ({
  clock,
}: {
  clock: Clock;
}): Pick<SandboxPort, 'beforeCreate' | 'beforeReuse' | 'afterCreate'> => ({
  beforeCreate: (call) =>
    call.kind === 'transaction' ? courseOfTransaction(call, call) : courseOfProcess(call, call),
  async beforeReuse(db, tenantId, processId) {
    const name = await findAttachedScenario(db, tenantId, processId);
    const row = name === undefined ? undefined : findScenario(name);
    const reused = row?.reusedAs === undefined ? undefined : findScenario(row.reusedAs);
    return reused && courseOf(reused, firstDecision(reused));
  },
  afterCreate(trx, tenantId, subject, { scenario, nextStep }) {
    const startedAt = clock.now();
    const due = dueAt(startedAt, findScenario(scenario)?.steps[nextStep]);
    return insertRun(trx, tenantId, { subject, scenario, nextStep, startedAt, dueAt: due });
  },
});
