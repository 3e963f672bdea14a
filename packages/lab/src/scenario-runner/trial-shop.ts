import {
  type CaptureAttempt,
  CLIENT_CREDENTIALS_GRANT,
  completeCpf,
  type HistoryStep,
  type Process,
  type ProcessHistoryResponse,
  SCENARIO_HEADER,
  TRANSACTION_STATUSES,
  type TransactionStatusResponse,
} from '@titular/contract';
import { callTrial } from '../attack-testing/trial-calls.ts';
import type { Trial } from '../ephemeral-service/trial.ts';
import { type AskOperation, createAskOperation } from './trial-operations.ts';

const BASE = '/api/public/v1/walletid';
const ENDPOINTS = '/api/public/v1/webhook-endpoints';
const PROCESS = '/client/v1/process';

/** What a merchant can read of a transaction. */
export type Seen = {
  answer: TransactionStatusResponse;
  history: readonly HistoryStep[];
  attempts: readonly CaptureAttempt[];
};

/** The same of a process. */
export type SeenProcess = ProcessHistoryResponse;

/** A merchant's back end on a trial. */
export type TrialShop = {
  /** Registers an endpoint that is told of every status; gives its id and secret. */
  register(url: string): Promise<{ id: string; secret: string }>;
  /** A new secret, while the one before still signs; gives it. */
  rotate(endpointId: string): Promise<string>;
  /** Creates a transaction by a scenario that lets it be created. */
  create(scenario: string): Promise<{ id: string; status: string }>;
  ask: AskOperation;
  look(transactionId: string): Promise<Seen>;
  /** Starts a process by a scenario. */
  startProcess(scenario: string): Promise<Process>;
  lookAtProcess(processId: string): Promise<SeenProcess>;
};

/** A person who chooses no scenario of their own. */
const SOMEBODY = completeCpf('529982247');

const personOf = (company: string): object => ({
  company,
  person: { duiType: 'DUI_TYPE_BR_CPF', duiValue: SOMEBODY, friendlyName: 'Maria da Silva' },
  callbackUri: '/',
  purpose: 'identityverification',
  clientReference: 'sandbox-1',
});

const orderOf = (company: string): object => ({
  identity: { key: 'cpf', value: SOMEBODY },
  orderNumber: 'sandbox-1',
  company,
  card: { binDigits: '41111111', lastDigits: '1111', name: 'Maria da Silva' },
});

/** Opens a shop: a merchant of its own, with an access token. */
export async function openTrialShop(trial: Trial): Promise<TrialShop> {
  const { companyId, clientId, clientSecret } = await trial.newMerchant();
  const credentials = {
    grant_type: CLIENT_CREDENTIALS_GRANT,
    client_id: clientId,
    client_secret: clientSecret,
  };
  const token = await callTrial<{ access_token: string }>(trial, {
    method: 'POST',
    path: '/oauth2/token',
    body: new URLSearchParams(credentials),
  });
  const headers = { authorization: `Bearer ${token.answer.access_token}` };
  const read = async <Answer>(path: string): Promise<Answer> =>
    (await callTrial<Answer>(trial, { method: 'GET', path, headers })).answer;
  const send = async <Answer>(
    path: string,
    body: object,
    further: Record<string, string> = {},
  ): Promise<Answer> =>
    (await callTrial<Answer>(trial, { method: 'POST', path, headers: { ...headers, ...further }, body }))
      .answer;
  return {
    register: (url) => send(ENDPOINTS, { company: companyId, url, statuses: [...TRANSACTION_STATUSES] }),
    rotate: async (id) => (await send<{ secret: string }>(`${ENDPOINTS}/${id}/rotate-secret`, {})).secret,
    create: (scenario) => send(`${BASE}/transaction`, orderOf(companyId), { [SCENARIO_HEADER]: scenario }),
    ask: await createAskOperation(trial, headers, {
      createTransaction: orderOf(companyId),
      createProcess: personOf(companyId),
    }),
    async look(transactionId) {
      const path = `${BASE}/transactions/${transactionId}`;
      const { history } = await read<{ history: HistoryStep[] }>(`${path}/history`);
      const { attempts } = await read<{ attempts: CaptureAttempt[] }>(`${path}/captures`);
      return { answer: await read(path), history, attempts };
    },
    startProcess: async (scenario) => {
      const chosen = { [SCENARIO_HEADER]: scenario };
      return (await send<{ process: Process }>(PROCESS, personOf(companyId), chosen)).process;
    },
    lookAtProcess: (processId) => read(`${PROCESS}/${processId}/history`),
  };
}
