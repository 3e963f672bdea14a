import { Refusal } from '../../kernel/base/refusal.ts';
import type { ProcessScenarios, ScenarioRun } from '../../processes/process-scenarios.ts';
import type { FindReused } from '../../processes/reuse/reuse-process.ts';
import type { Scenario, Scenarios } from '../../transactions/create/scenarios.ts';
import { dueAt, type RunDeps } from '../runs/advance-runs.ts';
import { findAttachedScenario } from '../runs/attached-scenario-store.ts';
import { insertRun } from '../runs/run-store.ts';
import { SANDBOX_REASON } from './make-decision.ts';
import type { ScenarioEvent, ScenarioRow } from './scenario.ts';
import { findScenario, scenarioOfIdentity } from './scenarios.ts';

/** What happens to a transaction that nobody takes a selfie for: it is processing from the start. */
const DECIDING: readonly ScenarioEvent[] = ['approve', 'identity-changed', 'reject'];

const firstDecision = ({ steps, beginsOpen }: ScenarioRow): number =>
  beginsOpen ? -1 : steps.findIndex(({ event }) => DECIDING.includes(event));

/** A scenario from one of its steps on. */
const follow = (
  { clock }: RunDeps,
  { name: scenario, steps }: ScenarioRow,
  nextStep: number,
): ScenarioRun => ({
  begin(trx, tenantId, subjectId) {
    const startedAt = clock.now();
    const due = dueAt(startedAt, steps[nextStep]);
    return insertRun(trx, tenantId, { subjectId, scenario, nextStep, startedAt, dueAt: due });
  },
});

type Kind = 'status' | 'process';

/** The row that a header names, if it is one to follow: what is refused was, before it came here; what is served in the end goes its own way. */
function namedBy(header: string | string[] | undefined, kind: Kind): ScenarioRow | undefined {
  if (header === undefined) return undefined;
  const row = typeof header === 'string' ? findScenario(header) : undefined;
  if (!row) throw new Refusal('40090');
  return row.leadsTo.kind === kind ? row : undefined;
}

function identifiedBy(
  identity: Parameters<typeof scenarioOfIdentity>[0],
  kind: Kind,
): ScenarioRow | undefined {
  const row = scenarioOfIdentity(identity);
  return row?.leadsTo.kind === kind ? row : undefined;
}

/** What a transaction follows after a process that a scenario led to its end, unless it names another. */
const findReusedBy =
  (deps: RunDeps): FindReused =>
  async (trx, tenantId, processId) => {
    const name = await findAttachedScenario(trx, tenantId, processId);
    const row = name === undefined ? undefined : findScenario(name);
    const reused = row?.reusedAs === undefined ? undefined : findScenario(row.reusedAs);
    return reused && follow(deps, reused, firstDecision(reused));
  };

/** How transactions choose scenarios; one that uses a process takes those that a decision is part of, from that decision on. */
export function createScenarios(deps: RunDeps): Scenarios {
  const toScenario = (row: ScenarioRow, nextStep: number): Scenario => ({
    ...follow(deps, row, nextStep),
    endedFor: row.endsAtCreate ? [SANDBOX_REASON] : undefined,
  });
  return {
    choose(header, { identity, processId }) {
      const named = namedBy(header, 'status');
      const row = named ?? identifiedBy(identity, 'status');
      if (!row) return undefined;
      if (processId === undefined || row.endsAtCreate) return toScenario(row, 0);
      const decision = firstDecision(row);
      if (decision >= 0) return toScenario(row, decision);
      if (!named) return undefined;
      throw new Refusal(
        '40090',
        `A transaction that uses a process does not take the scenario ${row.name}: it shows what comes before a decision, or leads to none.`,
      );
    },
    findReused: findReusedBy(deps),
  };
}

/** How processes choose scenarios. */
export function createProcessScenarios(deps: RunDeps): ProcessScenarios {
  const followAll = (row: ScenarioRow | undefined): ScenarioRun | undefined => row && follow(deps, row, 0);
  return {
    named: (header) => followAll(namedBy(header, 'process')),
    ofIdentity: (identity) => followAll(identifiedBy(identity, 'process')),
  };
}
