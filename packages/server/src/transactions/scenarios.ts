import type { CreateTransactionResponse } from '@titular/contract';
import type { Kysely } from 'kysely';
import { inTransaction } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';
import { scenarioParameter } from '../http/scenario-parameter.ts';
import type { Followed } from '../identity-platform/process-scenarios.ts';
import type { FindReused } from '../identity-platform/reuse-process.ts';
import type { WriteIn } from './create-transaction.ts';
import type { NewTransaction } from './parse-create-request.ts';

/** What a transaction follows that was created to try something out. */
export type Scenario = Followed & {
  /** It ends at create, for these reasons. */
  endedFor: readonly string[] | undefined;
};

/** How a create request chooses a scenario to follow. */
export type Scenarios = {
  /** By a header, or else by its identity. Refuses with 40090 what does not lead a transaction that uses a process to a decision. */
  choose(
    header: string | string[] | undefined,
    wanted: Pick<NewTransaction, 'identity' | 'processId'>,
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

/** Writes as `writeIn` does, with the scenario noted in the same commit for a transaction that waits for a person. */
export const beginningWith =
  (
    db: Kysely<Tables>,
    tenantId: string,
    scenario: Scenario,
    writeIn: WriteIn = (write) => write(db),
  ): WriteIn =>
  (write) =>
    writeIn((target) =>
      inTransaction(target, async (trx): Promise<CreateTransactionResponse> => {
        const answer = await write(trx);
        if (answer.status === 'waiting') await scenario.begin(trx, tenantId, answer.id);
        return answer;
      }),
    );
