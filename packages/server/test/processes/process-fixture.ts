import type { AttemptView, Process, ProcessStep } from '@titular/contract';
import { newCpf, type TestService } from '@titular/test-kit';
import type { PersonName } from '@titular/test-kit/faces/persons.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { codeOf, Phone, perform, type Show } from '../captures/phone.ts';
import type { Merchant } from '../transactions/api.ts';

/** A process as it was started. */
export type Started = { id: string; address: string; token: string; cpf: string };

/** A request that is accepted, about somebody new; `changes` replace top-level members. */
export const newProcessBody = (cpf: string = newCpf(), changes: object = {}) => ({
  person: { duiType: 'DUI_TYPE_BR_CPF', duiValue: cpf, friendlyName: 'Maria da Silva' },
  callbackUri: '/',
  purpose: 'biometryonboarding',
  ...changes,
});

/** Starts a process, of somebody new unless the identifier is given. */
export async function startProcess(
  merchant: Merchant,
  cpf: string = newCpf(),
  changes: object = {},
): Promise<Started> {
  const wanted = { company: merchant.tenant.companyId, ...changes };
  const { body } = await merchant.call('createProcess', { body: newProcessBody(cpf, wanted) });
  const { id, userRedirectUrl, token } = body['process'] as {
    id: string;
    userRedirectUrl: string;
    token: string;
  };
  return { id, address: userRedirectUrl, token, cpf };
}

/** Opens the page of a process, with consent given and an attempt begun. */
export async function openProcessCamera(
  service: TestService,
  { address }: Pick<Started, 'address'>,
): Promise<{ phone: Phone; attempt: AttemptView }> {
  const phone = new Phone(service);
  await phone.open({ code: codeOf(address) });
  await phone.consent();
  const { body } = await phone.start();
  return { phone, attempt: body as unknown as AttemptView };
}

/** A process of the merchant's as it stands. */
export async function readProcess(merchant: Merchant, id: string): Promise<Process> {
  return (await merchant.call('readProcess', { id })).body['process'] as Process;
}

/** What a process went through, by event. */
export async function stepsOf(merchant: Merchant, id: string): Promise<ProcessStep[]> {
  return (await merchant.call('readProcessHistory', { id })).body['history'] as ProcessStep[];
}

/** Waits until a process has ended, as the service says it. */
export const ended = (merchant: Merchant, id: string): Promise<Process> =>
  eventually(async () => {
    const process = await readProcess(merchant, id);
    if (process.state === 'PROCESS_STATE_CREATED') throw new Error('it has not ended');
    return process;
  });

/** Starts a process and has a person show all that is asked for; gives it once it has ended. */
export async function finishProcess(
  service: TestService,
  merchant: Merchant,
  {
    person = 'a',
    cpf = newCpf(),
    changes = {},
  }: { person?: PersonName | Show; cpf?: string; changes?: object } = {},
): Promise<Started & { process: Process }> {
  const started = await startProcess(merchant, cpf, changes);
  const { phone, attempt } = await openProcessCamera(service, started);
  await perform(phone, attempt, person);
  return { ...started, process: await ended(merchant, started.id) };
}

/** Sets back when a process finished, by the database's clock. */
export const finishedAgo = (service: TestService, id: string, seconds: number): Promise<unknown> =>
  service.service.database.pool.query(
    `UPDATE processes SET finished_at = now() - make_interval(secs => $2) WHERE process_id = $1`,
    [id, seconds],
  );

/** A create request for a card of the person with that identifier, which uses a process. */
export const reusing = (processID: string, cpf: string): Record<string, unknown> => ({
  identity: { key: 'cpf', value: cpf },
  additionalInfo: { processID },
});
