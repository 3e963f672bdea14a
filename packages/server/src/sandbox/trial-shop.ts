import {
  type CaptureAttempt,
  CLIENT_CREDENTIALS_GRANT,
  type HistoryStep,
  SCENARIO_HEADER,
  TRANSACTION_STATUSES,
  type TransactionStatusResponse,
} from '@titular/contract';
import type { Trial } from '../attack-report/trial.ts';
import { askTrial, callTrial } from '../attack-report/trial-calls.ts';
import { completeCpf } from '../identity/check-digits.ts';

const BASE = '/api/public/v1/walletid';
const ENDPOINTS = '/api/public/v1/webhook-endpoints';

/** What a merchant can read of a transaction. */
export type Seen = {
  answer: TransactionStatusResponse;
  history: readonly HistoryStep[];
  attempts: readonly CaptureAttempt[];
};

/** A merchant's back end on a trial. */
export type TrialShop = {
  /** Registers an endpoint that is told of every status; gives its id and secret. */
  register(url: string): Promise<{ id: string; secret: string }>;
  /** A new secret, while the one before still signs; gives it. */
  rotate(endpointId: string): Promise<string>;
  create(scenario: string): Promise<{ status: number; retryAfter: string | null; answer: CreateAnswer }>;
  look(transactionId: string): Promise<Seen>;
};

/** The answer of a create, or its refusal. */
export type CreateAnswer = { id?: string; status?: string; code?: string; message?: string };

/** A person who chooses no scenario of their own. */
const SOMEBODY = completeCpf('529982247');

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
  const send = async <Answer>(path: string, body: object): Promise<Answer> =>
    (await callTrial<Answer>(trial, { method: 'POST', path, headers, body })).answer;
  return {
    register: (url) => send(ENDPOINTS, { company: companyId, url, statuses: [...TRANSACTION_STATUSES] }),
    rotate: async (id) => (await send<{ secret: string }>(`${ENDPOINTS}/${id}/rotate-secret`, {})).secret,
    async create(scenario) {
      const { response, answer } = await askTrial(trial, {
        method: 'POST',
        path: `${BASE}/transaction`,
        headers: { ...headers, [SCENARIO_HEADER]: scenario },
        body: orderOf(companyId),
      });
      const retryAfter = response.headers.get('retry-after');
      return { status: response.status, retryAfter, answer: answer as CreateAnswer };
    },
    async look(transactionId) {
      const path = `${BASE}/transactions/${transactionId}`;
      const { history } = await read<{ history: HistoryStep[] }>(`${path}/history`);
      const { attempts } = await read<{ attempts: CaptureAttempt[] }>(`${path}/captures`);
      return { answer: await read(path), history, attempts };
    },
  };
}
