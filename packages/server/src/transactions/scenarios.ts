import { type CreateTransactionResponse, SCENARIO_HEADER } from '@titular/contract';
import type { Kysely } from 'kysely';
import { type Db, inTransaction } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';
import type { Identity } from '../identity/identity.ts';
import type { WriteIn } from './create-transaction.ts';

/** What a transaction follows that was created to try something out. */
export type Scenario = {
  /** It ends at create, for these reasons. */
  endedFor: readonly string[] | undefined;
  /** Notes it for a transaction in the commit that makes it. */
  begin(trx: Db, tenantId: string, transactionId: string): Promise<void>;
};

/** How a create request chooses a scenario to follow: by a header, or by its identity. */
export type Scenarios = {
  named(header: string | string[] | undefined): Scenario | undefined;
  ofIdentity(identity: Identity): Scenario | undefined;
};

/** What the create operation needs for scenarios. */
export type ScenarioDeps = { scenarios: Scenarios };

/** Production has none: an identity is an identity. */
export const NO_SCENARIOS: Scenarios = { named: () => undefined, ofIdentity: () => undefined };

/** The header that chooses one, as the documentation shows it. */
export const SCENARIO_PARAMETER = {
  name: SCENARIO_HEADER.replace(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase()),
  description:
    'Lets the transaction follow a scenario of the sandbox, by its name in the catalogue (listScenarios). Only in the test environment; production refuses it with 40091.',
  pattern: '^[a-z0-9-]{1,60}$',
};

/** Writes as `writeIn` does, with the scenario noted in the same commit. */
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
