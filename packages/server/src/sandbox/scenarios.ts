import type { SandboxScenario } from '@titular/contract';
import { completeCpf } from '../identity/check-digits.ts';
import type { Identity } from '../identity/identity.ts';
import { captures } from './captures.ts';
import { ends } from './ends.ts';
import { refusals } from './refusals.ts';
import type { ScenarioRow } from './scenario.ts';
import { webhookFaults } from './webhook-faults.ts';

/** Every scenario, in the order of the catalogue. */
export const scenarios: readonly ScenarioRow[] = [...ends, ...captures, ...refusals, ...webhookFaults];

const byName = new Map(scenarios.map((row) => [row.name, row]));

/** The scenario with this name. */
export const findScenario = (name: string): ScenarioRow | undefined => byName.get(name);

/** Identities that choose a scenario: 999.000.001 and so on for ends, 999.000.101 and so on for captures. */
const seriesFrom = (rows: readonly ScenarioRow[], first: number): [string, ScenarioRow][] =>
  rows.map((row, index) => [completeCpf(String(first + index)), row]);

const byCpf = new Map([...seriesFrom(ends, 999_000_001), ...seriesFrom(captures, 999_000_101)]);
const cpfOf = new Map([...byCpf].map(([cpf, { name }]) => [name, cpf]));

/** The scenario that an identity chooses. */
export const scenarioOfIdentity = ({ key, value }: Identity): ScenarioRow | undefined =>
  key === 'cpf' ? byCpf.get(value) : undefined;

function toWire(row: ScenarioRow): SandboxScenario {
  const { name, kind, meaning, steps, leadsTo } = row;
  const value = cpfOf.get(name);
  return {
    name,
    kind,
    meaning,
    ...(value === undefined ? {} : { identity: { key: 'cpf', value } }),
    steps: [...steps],
    ...(leadsTo.kind === 'refused' ? { code: leadsTo.code } : { status: leadsTo.status }),
    ...(leadsTo.kind === 'status' && leadsTo.hasIdentityChanged !== undefined
      ? { hasIdentityChanged: leadsTo.hasIdentityChanged }
      : {}),
  };
}

/** The catalogue as the API answers it. */
export const catalogue = (): SandboxScenario[] => scenarios.map(toWire);
