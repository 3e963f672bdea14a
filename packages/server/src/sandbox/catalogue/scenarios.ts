import { completeCpf, type SandboxScenario } from '@titular/contract';
import type { Identity } from '../../identity/index.ts';
import { captures } from './captures.ts';
import { ends } from './ends.ts';
import { processes } from './processes.ts';
import { refusals } from './refusals.ts';
import type { ScenarioEnd, ScenarioRow } from './scenario.ts';
import { webhookFaults } from './webhook-faults.ts';

/** Every scenario, in the order of the catalogue. */
export const scenarios: readonly ScenarioRow[] = [
  ...ends,
  ...captures,
  ...processes,
  ...refusals,
  ...webhookFaults,
];

/** What no row says otherwise of. */
const OF_CREATE: readonly string[] = ['createTransaction'];

/** The operations that take a scenario in the header. */
export const operationsOf = ({ operations = OF_CREATE }: ScenarioRow): readonly string[] => operations;

const byName = new Map(scenarios.map((row) => [row.name, row]));

/** The scenario with this name. */
export const findScenario = (name: string): ScenarioRow | undefined => byName.get(name);

const FIRST_CPF = 999_000_000;

/** Identities that choose a scenario: 999.000.001 and so on, by the numbers of the rows. */
const byCpf = new Map(
  scenarios.flatMap((row): [string, ScenarioRow][] =>
    row.number === undefined ? [] : [[completeCpf(String(FIRST_CPF + row.number)), row]],
  ),
);
const cpfOf = new Map([...byCpf].map(([cpf, { name }]) => [name, cpf]));

/** The scenario that an identity chooses. */
export const scenarioOfIdentity = ({ key, value }: Identity): ScenarioRow | undefined =>
  key === 'cpf' ? byCpf.get(value) : undefined;

type WireEnd = Omit<
  SandboxScenario,
  'name' | 'kind' | 'meaning' | 'identity' | 'operations' | 'steps' | 'reusedAs'
>;

function endToWire(leadsTo: ScenarioEnd): WireEnd {
  if (leadsTo.kind === 'token-refused') return { subCode: leadsTo.subCode };
  if (leadsTo.kind === 'refused')
    return { code: leadsTo.code, ...(leadsTo.isServedNext ? { servedNext: true } : {}) };
  if (leadsTo.kind === 'process') {
    const { result: processResult, liveness: livenessResult, authentication: authenticationResult } = leadsTo;
    return { processResult, livenessResult, authenticationResult };
  }
  const { status, hasIdentityChanged } = leadsTo;
  return { status, ...(hasIdentityChanged === undefined ? {} : { hasIdentityChanged }) };
}

function toWire(row: ScenarioRow): SandboxScenario {
  const { name, kind, meaning, steps, leadsTo, reusedAs } = row;
  const value = cpfOf.get(name);
  return {
    name,
    kind,
    meaning,
    ...(value === undefined ? {} : { identity: { key: 'cpf', value } }),
    operations: [...operationsOf(row)],
    steps: [...steps],
    ...endToWire(leadsTo),
    ...(reusedAs === undefined ? {} : { reusedAs }),
  };
}

/** The catalogue as the API answers it. */
export const catalogue = (): SandboxScenario[] => scenarios.map(toWire);
