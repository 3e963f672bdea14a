import type { Revealable, RevealedField } from '@titular/contract';
import { insertAuditEntry } from '../../audit/index.ts';
import type { AnyId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { toSubjectRef } from '../../kernel/database/subject-ref.ts';
import { findProcess, openProcess } from '../../processes/index.ts';
import type { TenantKey } from '../../tenants/index.ts';
import { findDetails, type OpenedPerson, openPerson } from '../../transactions/index.ts';
import { type NamedSubject, parseCaseId } from '../case-scope.ts';
import type { CaseDeps } from '../read/case-deps.ts';
import { refuseUnseen } from '../read/shared-parts.ts';
import type { Member } from './member.ts';

/** What revealing needs. */
export type RevealDeps = Pick<CaseDeps, 'db' | 'clock' | 'tenantKeys'>;

/** The fields of a person in clear; a field that the subject does not hold is undefined. */
type Fields = Partial<Record<Revealable, string | undefined>>;

const fieldsOf = ({ identity, stated, card }: OpenedPerson): Fields => ({
  identity: identity.value,
  stated_identity: stated?.value,
  name: card.name,
  card: `${card.binDigits} •••• ${card.lastDigits}`,
  expiration: card.expirationDate,
});

type Find = (db: Db, tenantId: Member['tenantId'], key: TenantKey, id: AnyId) => Promise<Fields | undefined>;

const findTransactionFields: Find = async (db, tenantId, key, id) => {
  const details = await findDetails(db, tenantId, id);
  const person = details && openPerson(key, details);
  return person && fieldsOf(person);
};

const findProcessFields: Find = async (db, tenantId, key, id) => {
  const row = await findProcess(db, tenantId, id);
  const opened = row && openProcess(key, row);
  return opened && { identity: opened.identity.value, name: opened.friendlyName };
};

const SUBJECTS = {
  transaction: { action: 'transactions.reveal', find: findTransactionFields, erased: '40049' },
  process: { action: 'processes.reveal', find: findProcessFields, erased: '40052' },
} as const;

/**
 * One field of a person in clear, once the entry that names subject and field is committed: who cannot be written down does not see it.
 * Refuses with 40420, with 40049 or 40052 once the person was erased, and with 40002 a field that the subject does not hold.
 */
export async function revealField(
  deps: RevealDeps,
  member: Member,
  subject: NamedSubject,
  field: Revealable,
): Promise<RevealedField> {
  const { tenantId, actor } = member;
  const named = toSubjectRef(subject.kind, parseCaseId(subject.id));
  await refuseUnseen(deps, member, named);
  const { action, find, erased } = SUBJECTS[subject.kind];
  const entry = { action, subject: `${named.kind}/${named.id}`, after: { field } } as const;
  await insertAuditEntry(deps.db, { clock: deps.clock, actor }, { tenantId, ...entry });
  const fields = await find(deps.db, tenantId, await deps.tenantKeys(tenantId), named.id);
  if (!fields) throw new Refusal(erased);
  const value = fields[field];
  if (value === undefined)
    throw new Refusal('40002', `field is one that this ${subject.kind} does not hold.`);
  return { field, value };
}
