import type { CreateProcessResponse } from '@titular/contract';
import type { Kysely } from 'kysely';
import type { Identity } from '../identity/identity.ts';
import { Refusal } from '../kernel/base/refusal.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import { type WriteIn, writingAlso } from '../kernel/database/write-in.ts';
import { scenarioParameter } from '../kernel/http/scenario-parameter.ts';
import type { IdentityPlatform } from './identity-platform.ts';

/** What is followed by what was created to try something out. */
export type ScenarioRun = {
  /** Notes it for a transaction or process in the commit that makes it. */
  begin(trx: Db, tenantId: string, id: string): Promise<void>;
};

/** How a process chooses a scenario to follow: by a header, or by its identity. */
export type ProcessScenarios = {
  named(header: string | string[] | undefined): ScenarioRun | undefined;
  ofIdentity(identity: Identity): ScenarioRun | undefined;
};

/** What starting a process needs for scenarios. */
export type ProcessScenarioDeps = { processScenarios: ProcessScenarios };

/** Production has none: an identity is an identity. */
export const NO_PROCESS_SCENARIOS: ProcessScenarios = {
  named: () => undefined,
  ofIdentity: () => undefined,
};

/** The header that chooses one, as the documentation shows it. */
export const PROCESS_SCENARIO_PARAMETER = scenarioParameter('process');

/** The scenario of a process, the header before the identity. A process that is carried out elsewhere is led by nobody here: refuses with 40090 who asks for it by name. */
export function chooseProcessScenario(
  { processScenarios, identityPlatform }: ProcessScenarioDeps & { identityPlatform: IdentityPlatform },
  header: string | string[] | undefined,
  identity: Identity,
): ScenarioRun | undefined {
  const named = processScenarios.named(header);
  if (identityPlatform.kind === 'built-in') return named ?? processScenarios.ofIdentity(identity);
  if (named)
    throw new Refusal(
      '40090',
      'This deployment has its processes carried out by another identity platform, where no scenario leads them.',
    );
  return undefined;
}

/** Notes the scenario for a process, in the commit that makes it. */
export const attachProcessScenario = (
  db: Kysely<Tables>,
  tenantId: string,
  scenario: ScenarioRun,
  writeIn: WriteIn<CreateProcessResponse> | undefined,
): WriteIn<CreateProcessResponse> =>
  writingAlso(db, (trx, { process }) => scenario.begin(trx, tenantId, process.id), writeIn);
