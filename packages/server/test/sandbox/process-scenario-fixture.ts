import { catalogue } from '@titular/server/sandbox/catalogue/scenarios.ts';
import type { ManualClock, TestService } from '@titular/test-kit';
import { newCpf } from '@titular/test-kit';
import { newProcessBody, type Started } from '../processes/process-fixture.ts';
import { type Answer, checked, type Merchant } from '../transactions/api.ts';
import { settle } from './sandbox-fixture.ts';

/** Starts a process that follows a scenario, of somebody new unless the identifier is given. */
export async function startBy(
  service: TestService,
  { tenant, token }: Merchant,
  scenario: string,
  { cpf = newCpf(), headers = {} }: { cpf?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const response = await fetch(`${service.url}/client/v1/process`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-titular-scenario': scenario,
      ...headers,
    },
    body: JSON.stringify(newProcessBody(cpf, { company: tenant.companyId })),
  });
  return checked('createProcess', response);
}

/** The id of a process that was started. */
export const idOf = ({ body }: Answer): string => (body['process'] as { id: string }).id;

/** The CPF that chooses a scenario. */
export function cpfOf(scenario: string): string {
  const identity = catalogue().find(({ name }) => name === scenario)?.identity;
  if (!identity) throw new Error(`no identity chooses ${scenario}`);
  return identity.value;
}

/** A process that a scenario led to its end at once, of somebody new unless the identifier is given. */
export async function lead(
  service: TestService,
  clock: ManualClock,
  merchant: Merchant,
  { scenario = 'process-finished', cpf = newCpf() }: { scenario?: string; cpf?: string } = {},
): Promise<Pick<Started, 'id' | 'cpf'>> {
  const id = idOf(await startBy(service, merchant, scenario, { cpf }));
  await settle(service, clock);
  return { id, cpf };
}
