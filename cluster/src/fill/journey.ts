import { TRANSACTION_STATUSES } from '@titular/contract';
import { newCpf, newTransactionBody } from '@titular/test-kit/builders.ts';
import { API } from '../load/requests.ts';
import type { Nodes } from '../stage/nodes.ts';
import type { Merchant } from './merchant.ts';

const PUBLIC = '/api/public/v1';
const DAY_MS = 86_400_000;
/** One of each such kind; more of a call would change no cost of it. */
const FEW = 5;

type Ids = { transactions: string[]; processes: string[] };

async function createAll(merchant: Merchant, { demo }: Nodes, count: number, prefix: string): Promise<Ids> {
  const ids: Ids = { transactions: [], processes: [] };
  for (let number = 0; number < count; number += 1) {
    const body = newTransactionBody(demo.companyId, { orderNumber: `${prefix}-${number}` });
    const { body: made } = await merchant.timed('create', () =>
      merchant.call('POST', `${API}/transaction`, body),
    );
    ids.transactions.push(String(made['id']));
  }
  for (let number = 0; number < FEW; number += 1) {
    const person = { duiType: 'DUI_TYPE_BR_CPF', duiValue: newCpf(), friendlyName: 'Maria da Silva' };
    const body = { person, callbackUri: '/', purpose: 'biometryonboarding', company: demo.companyId };
    const { body: made } = await merchant.call('POST', '/client/v1/process', body);
    ids.processes.push(String((made['process'] as { id?: string } | undefined)?.id));
  }
  return ids;
}

async function readAll(merchant: Merchant, { transactions, processes }: Ids): Promise<void> {
  for (const id of transactions)
    await merchant.timed('read', () => merchant.call('GET', `${API}/transactions/${id}`));
  const [some, cancelled] = [transactions.slice(0, FEW), transactions.slice(FEW, 2 * FEW)];
  for (const id of some) {
    for (const part of ['history', 'captures'])
      await merchant.call('GET', `${API}/transactions/${id}/${part}`);
    await merchant.call('POST', `${API}/transactions/${id}/link`);
  }
  for (const id of cancelled) {
    await merchant.call('POST', `${API}/transactions/${id}/cancel`);
    await merchant.call('POST', `${API}/transactions/${id}/events/resend`);
  }
  for (const id of processes) {
    await merchant.call('GET', `/client/v1/process/${id}`);
    await merchant.call('GET', `/client/v1/process/${id}/history`);
    await merchant.call('POST', `/client/v1/process/${id}/link`);
  }
}

/** Every filter of the list of transactions, alone and with others; `order` is one that exists. */
export function listFilters(companyId: string, order: string, nowMs: number): Record<string, string>[] {
  const ago = (days: number): string => new Date(nowMs - days * DAY_MS).toISOString();
  const orders = [
    {},
    ...[order, 'order-2026-000000011', 'none'].map((orderNumber) => ({ orderNumber })),
    ...[order.slice(0, -1), 'order-', 'order-2026-00000', 'none'].map((orderNumberPrefix) => ({
      orderNumberPrefix,
    })),
  ];
  const statuses = [{}, ...TRANSACTION_STATUSES.map((status) => ({ status }))];
  const companies = [{}, { company: companyId }];
  const times = [
    {},
    { createdFrom: ago(1) },
    { createdBefore: ago(20) },
    { createdFrom: ago(21), createdBefore: ago(20) },
  ];
  return orders.flatMap((one) =>
    statuses.flatMap((status) =>
      companies.flatMap((company) => times.map((time) => ({ ...one, ...status, ...company, ...time }))),
    ),
  );
}

async function listAll(merchant: Merchant, { demo }: Nodes, order: string): Promise<void> {
  for (const filter of listFilters(demo.companyId, order, Date.now())) {
    const path = `${API}/transactions?${new URLSearchParams({ limit: '20', ...filter })}`;
    const { body } = await merchant.timed('list', () => merchant.call('GET', path));
    const cursor = body['nextCursor'];
    if (typeof cursor === 'string' && Object.keys(filter).length < 2)
      await merchant.call('GET', `${path}&cursor=${cursor}`);
  }
}

type Listed = Record<string, Record<string, unknown>[] | undefined>;

async function readLogs(merchant: Merchant, { transactions: [id = ''] }: Ids, order: string): Promise<void> {
  const get = (path: string) => merchant.call('GET', `${PUBLIC}${path}`);
  for (const filter of [
    '',
    `?transaction=${id}`,
    '?type=transaction.finished',
    '?type=process.finished&limit=100',
    '?after=latest',
  ])
    await get(`/events${filter}`);
  const events = (await get('/events?limit=5')).body as Listed;
  for (const event of Object.values(events).find(Array.isArray) ?? [])
    await get(`/events/${event['eventId'] ?? event['id']}`);
  const endpoints = (await get('/webhook-endpoints')).body as Listed;
  for (const endpoint of Object.values(endpoints).find(Array.isArray) ?? []) {
    const path = `/webhook-endpoints/${endpoint['endpointId'] ?? endpoint['id']}`;
    for (const part of [
      '',
      '/backlog',
      '/deliveries',
      '/deliveries?state=failed',
      '/deliveries?state=delivered',
    ])
      await get(`${path}${part}`);
    const found = (await get(`${path}/deliveries?limit=5`)).body as Listed;
    for (const delivery of Object.values(found).find(Array.isArray) ?? [])
      await get(`/deliveries/${delivery['deliveryId'] ?? delivery['id']}`);
    await merchant.call('POST', `${PUBLIC}${path}/resend-failed`, {
      since: new Date(Date.now() - DAY_MS).toISOString(),
    });
  }
  const filters = [
    '',
    `?transaction=${id}`,
    `?orderNumber=${order}`,
    '?operation=createTransaction',
    '?status=404',
    '?code=40001',
  ];
  for (const filter of filters) await get(`/calls${filter}`);
  await get('/limits');
}

/** Calls everything that a merchant calls; `prefix` is new in each journey. */
export async function callAsMerchant(
  merchant: Merchant,
  nodes: Nodes,
  creates: number,
  prefix: string,
): Promise<void> {
  const ids = await createAll(merchant, nodes, creates, prefix);
  await readAll(merchant, ids);
  await listAll(merchant, nodes, `${prefix}-11`);
  await readLogs(merchant, ids, `${prefix}-11`);
}
