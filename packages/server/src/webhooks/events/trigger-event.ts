import {
  type EventType,
  OPEN_STATUSES,
  TRANSACTION_STATUSES,
  type TransactionStatus,
} from '@titular/contract';
import type { Kysely } from 'kysely';
import { insertAuditEntry, OperatorRefusal } from '../../audit/index.ts';
import {
  type CompanyId,
  type EndpointId,
  type EventId,
  newId,
  type ProcessId,
  type TenantId,
  type TransactionId,
} from '../../kernel/base/id.ts';
import { withRetries } from '../../kernel/database/connect.ts';
import type { SubjectRef } from '../../kernel/database/subject-ref.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { Actor } from '../../kernel/http/service-actor.ts';
import { readCompany } from '../../tenants/index.ts';
import type { EndpointDeps } from '../endpoints/administer-endpoints.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { findEndpoint } from '../endpoints/endpoint-store.ts';
import { listTargets } from '../queue/target-store.ts';
import type { EventSubject } from './event.ts';
import { findLastEvent } from './event-store.ts';
import { recordEventTo } from './record-event.ts';
import { findNamedTransaction } from './sample-event-store.ts';

/** A sample that a developer wants to see arrive: made-up ids stand where none is named. */
export type SampleInput = {
  companyId: CompanyId;
  type: Exclude<EventType, 'endpoint.test'>;
  transactionId: TransactionId | undefined;
  status: TransactionStatus | undefined;
  processId: ProcessId | undefined;
  /** To this endpoint alone, whatever it subscribes to; otherwise to all of the company that want it. */
  endpointId: EndpointId | undefined;
};

/** The sample on its way: one event, and where it goes. */
export type SentSample = { eventId: EventId; endpointIds: readonly EndpointId[] };

const isOpen = (status: TransactionStatus): boolean => OPEN_STATUSES.includes(status);

/** Which statuses each type tells, the one that a sample has by itself first. */
const STATUSES = {
  'transaction.finished': TRANSACTION_STATUSES.filter((status) => !isOpen(status)),
  'transaction.changed': ['processing', 'waiting', 'shared'],
} as const satisfies Record<string, readonly TransactionStatus[]>;

const OF_PROCESSES: readonly EventType[] = ['process.finished', 'process.failed'];
const OF_EITHER: readonly EventType[] = ['link.requested', 'erasure.requested'];

function checkOptions({ type, transactionId, status, processId }: SampleInput): void {
  const isOfTransaction = type in STATUSES;
  if (OF_EITHER.includes(type) && status === undefined && !(transactionId && processId)) return;
  if (!isOfTransaction && (transactionId !== undefined || status !== undefined))
    throw new OperatorRefusal('invalid', `${type} is not about a transaction and has no status.`);
  if (!OF_PROCESSES.includes(type) && processId !== undefined)
    throw new OperatorRefusal('invalid', `${type} is not about a process.`);
}

/**
 * What a sample says of a transaction. An existing transaction or process is named only after its end, and
 * truthfully. No own event follows a final one, so the sample takes no place of theirs.
 */
async function subjectOfTransaction(
  trx: Kysely<Tables>,
  tenantId: TenantId,
  type: keyof typeof STATUSES,
  { companyId, transactionId = newId(), status }: SampleInput,
): Promise<EventSubject> {
  const known = await findNamedTransaction(trx, tenantId, transactionId);
  const [usual] = STATUSES[type];
  const told = status ?? known?.status ?? usual ?? 'approved';
  if (!(STATUSES[type] as readonly TransactionStatus[]).includes(told))
    throw new OperatorRefusal(
      'invalid',
      `The status of ${type} must be one of ${STATUSES[type].join(', ')}.`,
    );
  if (known && (known.companyId !== companyId || isOpen(known.status) || known.status !== told))
    throw new OperatorRefusal(
      'forbidden',
      `The transaction ${transactionId} exists: a sample about it must be of its company and carry its final status, ${known.status}.`,
    );
  const last = await findLastEvent(trx, tenantId, transactionId);
  const before = last && 'sequence' in last.subject ? last.subject.sequence : 0;
  return { type, transactionId, status: told, sequence: before + 1 };
}

/** A process where one is named, else a transaction. */
const aboutOf = ({ transactionId = newId(), processId }: SampleInput): SubjectRef =>
  processId === undefined ? { kind: 'transaction', id: transactionId } : { kind: 'process', id: processId };

async function makeSubject(
  trx: Kysely<Tables>,
  tenantId: TenantId,
  input: SampleInput,
): Promise<EventSubject> {
  const { type, processId = newId() } = input;
  switch (type) {
    case 'transaction.finished':
    case 'transaction.changed':
      return subjectOfTransaction(trx, tenantId, type, input);
    case 'process.finished':
    case 'process.failed':
      return { type, processId };
    case 'link.requested':
      return { type, about: aboutOf(input), linkState: 'expired' };
    case 'erasure.requested':
      return { type, about: aboutOf(input) };
    case 'endpoint.disabled':
      return { type, endpointId: newId(), reason: 'failing' };
  }
}

async function readEnabledEndpoint(
  trx: Kysely<Tables>,
  tenantId: TenantId,
  companyId: CompanyId,
  endpointId: EndpointId,
): Promise<Endpoint> {
  const endpoint = await findEndpoint(trx, tenantId, endpointId);
  if (endpoint?.companyId !== companyId)
    throw new OperatorRefusal('not-found', `The company ${companyId} has no endpoint ${endpointId}.`);
  if (!endpoint.enabled)
    throw new OperatorRefusal(
      'forbidden',
      `The endpoint ${endpointId} is disabled: npx titular webhooks enable ${endpointId}`,
    );
  return endpoint;
}

async function chooseTargets(
  trx: Kysely<Tables>,
  tenantId: TenantId,
  { companyId, endpointId }: SampleInput,
  subject: EventSubject,
): Promise<EndpointId[]> {
  if (endpointId !== undefined)
    return [(await readEnabledEndpoint(trx, tenantId, companyId, endpointId)).endpointId];
  const targets = await listTargets(trx, tenantId, companyId, subject);
  const on = targets.filter(({ enabled }) => enabled).map((target) => target.endpointId);
  if (on.length > 0) return on;
  const what = 'status' in subject ? `${subject.type} with the status ${subject.status}` : subject.type;
  throw new OperatorRefusal(
    'forbidden',
    `No enabled endpoint of the company subscribes to ${what}: name one with --endpoint, or change its subscription.`,
  );
}

/** Sends a made-up event, so that a developer sees what arrives; only in the test environment, because receivers cannot tell it from a real one. */
export async function triggerEvent(
  { db, clock, environment }: Pick<EndpointDeps, 'db' | 'clock' | 'environment'>,
  { tenantId, actor }: Actor,
  input: SampleInput,
): Promise<SentSample> {
  if (environment === 'production')
    throw new OperatorRefusal(
      'forbidden',
      'Sample events are sent only in the test environment, because receivers cannot tell them from real ones; in production, send endpoint.test.',
    );
  checkOptions(input);
  await readCompany({ db }, tenantId, input.companyId);
  return withRetries(() =>
    db.transaction().execute(async (trx) => {
      const subject = await makeSubject(trx, tenantId, input);
      const endpointIds = await chooseTargets(trx, tenantId, input, subject);
      const { companyId, type } = input;
      await insertAuditEntry(
        trx,
        { clock, actor },
        {
          tenantId,
          action: 'webhook-event.trigger',
          subject: `company/${companyId}`,
          after: { type, endpointIds },
        },
      );
      const occurrence = { tenantId, companyId, subject, at: clock.now() };
      return { eventId: await recordEventTo(trx, endpointIds, occurrence), endpointIds };
    }),
  );
}
