import type { CreateTransactionResponse } from '@titular/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { type WriteIn, writingAlso } from '../../kernel/database/write-in.ts';
import { scenarioParameter } from '../../kernel/http/scenario-parameter.ts';
import type { ScenarioRun } from '../../processes/process-scenarios.ts';
import type { FindReused } from '../../processes/reuse/reuse-process.ts';
import type { NewTransaction } from './parse-create-request.ts';

/** What a transaction follows that was created to try something out. */
export type Scenario = ScenarioRun & {
  /** It ends at create, for these reasons. */
  endedFor: readonly string[] | undefined;
};

/** How a create request chooses a scenario to follow. */
export type Scenarios = {
  /** By a header, or else by its identity. Refuses with 40090 what does not lead a transaction that uses a process to a decision. */
  choose(
    header: string | string[] | undefined,
    input: Pick<NewTransaction, 'identity' | 'processId'>,
  ): Scenario | undefined;
  /** Or by the process that it uses; production has no such process. */
  findReused: FindReused | undefined;
};

/** What the create operation needs for scenarios. */
export type ScenarioDeps = { scenarios: Scenarios };

/** Production has none: an identity is an identity, and a process is its pictures. */
export const NO_SCENARIOS: Scenarios = { choose: () => undefined, findReused: undefined };

/** The header that chooses one, as the documentation shows it. */
export const SCENARIO_PARAMETER = scenarioParameter('transaction');

/** Notes the scenario for a transaction that waits for a person, in the commit that makes it. */
export const attachScenario = (
  db: Kysely<Tables>,
  tenantId: string,
  scenario: Scenario,
  writeIn: WriteIn<CreateTransactionResponse> | undefined,
): WriteIn<CreateTransactionResponse> =>
  writingAlso(
    db,
    async (trx, { id, status }) => {
      if (status === 'waiting') await scenario.begin(trx, tenantId, id);
    },
    writeIn,
  );
