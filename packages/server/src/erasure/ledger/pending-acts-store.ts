import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/database/connect.ts';
import type { LedgerAct } from '../../module.ts';

/** Of acts of one kind, which the database lacks, where it has what they are about; `act` has their tenant, about and time. */
const PENDING: Readonly<Record<LedgerAct['act'], RawBuilder<unknown>>> = {
  hold: sql`SELECT act.place FROM act JOIN transactions t
    ON t.tenant_id = act.tenant_id AND t.transaction_id = act.about::uuid AND t.erased_at IS NULL
    WHERE NOT EXISTS (SELECT FROM legal_holds h WHERE h.tenant_id = act.tenant_id AND h.transaction_id = act.about::uuid)`,
  release: sql`SELECT act.place FROM act JOIN legal_holds h ON h.tenant_id = act.tenant_id
    AND h.transaction_id = act.about::uuid AND h.subject_id = act.about::uuid AND h.held_at <= act.at`,
  request: sql`SELECT act.place FROM act JOIN transactions t ON t.tenant_id = act.tenant_id
      AND t.transaction_id = act.about::uuid AND t.erasure_requested_at IS NULL AND t.erased_at IS NULL
    UNION ALL SELECT act.place FROM act JOIN processes p ON p.tenant_id = act.tenant_id
      AND p.process_id = act.about::uuid AND p.erasure_requested_at IS NULL AND p.erased_at IS NULL`,
  withdraw: sql`SELECT act.place FROM act JOIN face_references r
    ON r.tenant_id = act.tenant_id AND r.reference_id = act.about::uuid`,
  dispute: sql`SELECT act.place FROM act JOIN tenants t ON t.tenant_id = act.tenant_id
    WHERE NOT EXISTS (SELECT FROM face_disputes d
      WHERE d.tenant_id = act.tenant_id AND d.identity_hash = decode(act.about, 'hex'))`,
  settle: sql`SELECT act.place FROM act JOIN face_disputes d ON d.tenant_id = act.tenant_id
    AND d.identity_hash = decode(act.about, 'hex') AND d.disputed_at <= act.at`,
};

async function listOfKind(db: Db, kind: LedgerAct['act'], acts: readonly LedgerAct[]): Promise<LedgerAct[]> {
  if (acts.length === 0) return [];
  const { rows } = await sql<{ place: string }>`
    WITH act (tenant_id, about, at, place) AS (
      SELECT * FROM unnest(${acts.map(({ tenant }) => tenant)}::uuid[], ${acts.map(({ about }) => about)}::text[],
        ${acts.map(({ at }) => at)}::timestamptz[]) WITH ORDINALITY)
    ${PENDING[kind]}`.execute(db);
  const places = new Set(rows.map(({ place }) => Number(place)));
  return acts.filter((_act, index) => places.has(index + 1));
}

/** Of some acts, those that the database has lost; what they are about may be lost as well, and is then none of them. */
export async function listPendingActs(db: Db, acts: readonly LedgerAct[]): Promise<LedgerAct[]> {
  const pending: LedgerAct[] = [];
  for (const [kind, some] of Map.groupBy(acts, ({ act }) => act))
    pending.push(...(await listOfKind(db, kind, some)));
  return pending;
}
