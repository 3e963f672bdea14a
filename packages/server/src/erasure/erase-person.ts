import { type EraseIdentityRequest, ErasureReference, type ErasureResponse } from '@titular/contract';
import type { Kysely } from 'kysely';
import { Value } from 'typebox/value';
import { insertAuditEntry } from '../audit/index.ts';
import type { SignReceipt } from '../evidence/index.ts';
import { answerOnce, findKeptAnswer } from '../idempotency/index.ts';
import { type Identity, identityHash, parseIdentity } from '../identity/index.ts';
import { refuseCardNumber } from '../kernel/base/card-numbers/card-number.ts';
import { secondsBetween } from '../kernel/base/clock.ts';
import { isId, newId, type TenantId } from '../kernel/base/id.ts';
import { Refusal } from '../kernel/base/refusal.ts';
import { withRetries } from '../kernel/database/connect.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import type { Idle } from '../kernel/http/admission/admission.ts';
import type { Actor } from '../kernel/http/service-actor.ts';
import type { TenantKey } from '../tenants/index.ts';
import { type Erasure, findErasure, insertErasure } from './erasure-store.ts';
import type { Ledger } from './ledger/ledger-file.ts';
import { sweepFrom } from './sweep-store.ts';
import { type TakeOutDeps, takeOut } from './take-out.ts';

/** What erasing needs besides; without a `ledger` a restored backup brings the person back. */
export type ErasureDeps = TakeOutDeps & { signReceipt: SignReceipt; ledger?: Ledger | undefined };

// Receipt and audit log keep it for ever.
const isFitReference = (reference: string, value: string): boolean =>
  Value.Check(ErasureReference, reference) && !reference.replace(/[^A-Za-z0-9]/g, '').includes(value);

const toAnswer = (erasure: Erasure): ErasureResponse => ({
  id: erasure.erasureId,
  erasedAt: erasure.at.toISOString(),
  ...(erasure.reference === undefined ? {} : { reference: erasure.reference }),
  counts: { ...erasure.counts },
  receipt: erasure.receipt,
});

/** A sweep may have passed by an erasure that was at work for longer, with some seconds for its commit. */
const UNSWEPT_SECONDS = 50;

type Input = { key: TenantKey; erasureId: string; identityHash: Buffer; reference: string | undefined };

async function eraseWithin(
  deps: ErasureDeps,
  trx: Kysely<Tables>,
  { tenantId, actor }: Actor,
  { key, erasureId, identityHash, reference }: Input,
): Promise<Erasure> {
  const at = deps.clock.now();
  const { counts, held, proposals } = await takeOut(deps, trx, { tenantId, key, identityHash, at });
  const now = deps.clock.now();
  if (secondsBetween(at, now) > UNSWEPT_SECONDS) await sweepFrom(trx, at, now);
  const receipt = await deps.signReceipt(
    'erasure',
    {
      tenant: tenantId,
      erasure: erasureId,
      reference: reference ?? null,
      erasedAt: at.toISOString(),
      counts,
    },
    at,
  );
  const erasure = { erasureId, at, reference, counts, receipt };
  await insertErasure(trx, tenantId, erasure);
  await insertAuditEntry(
    trx,
    { clock: deps.clock, actor },
    {
      tenantId,
      action: 'person.erase',
      subject: `erasure/${erasureId}`,
      after: { counts, reference: reference ?? null },
    },
  );
  for (const proposal of proposals)
    await insertAuditEntry(
      trx,
      { clock: deps.clock, actor },
      {
        tenantId,
        action: 'person.end-erasure-proposal',
        subject: `erasure-proposal/${proposal}`,
        after: { erasure: erasureId },
      },
    );
  // Before the commit: what the database has, the ledger has, too. The other way round is made good by the next start.
  await deps.ledger?.append(trx, {
    ...{ erasure: erasureId, tenant: tenantId, at: at.toISOString() },
    ...{ identity: identityHash.toString('hex'), held, receipt },
  });
  return erasure;
}

/** Whom a request is about, by name and by keyed hash, and the merchant's own name for it. */
type ParsedErasure = { identity: Identity; identityHash: Buffer; reference: string | undefined };

/** Checks a request to erase; refuses with 40002 and 40026. */
export function parseErasure(key: TenantKey, { identity, reference }: EraseIdentityRequest): ParsedErasure {
  const parsed = parseIdentity(identity.key, identity.value);
  if (parsed.kind === 'refused') throw new Refusal('40002', `${parsed.field} ${parsed.rule}.`);
  refuseCardNumber('reference', reference);
  if (reference !== undefined && !isFitReference(reference, parsed.identity.value))
    throw new Refusal('40002', 'reference must be your own name for the request and never name the person.');
  return { identity: parsed.identity, identityHash: identityHash(key, parsed.identity), reference };
}

/** What erases within a commit, under one id for all tries: the ledger may have it from one that did not come to its commit. */
async function beginErasure(deps: ErasureDeps, actor: Actor) {
  const key = await deps.tenantKeys(actor.tenantId);
  const erasureId = newId(deps.clock.now().getTime());
  const erase = async (trx: Kysely<Tables>, request: EraseIdentityRequest): Promise<ErasureResponse> => {
    const { identity: _named, ...parsed } = parseErasure(key, request);
    return toAnswer(await eraseWithin(deps, trx, actor, { key, erasureId, ...parsed }));
  };
  return { erasureId, erase };
}

/** Erases, in one commit, the person whom `take` names within it; `take` may be called again where the commit is tried anew. */
export async function eraseTaken(
  deps: ErasureDeps,
  actor: Actor,
  take: (trx: Kysely<Tables>, erasureId: string) => Promise<EraseIdentityRequest>,
): Promise<ErasureResponse> {
  const { erasureId, erase } = await beginErasure(deps, actor);
  return withRetries(() =>
    deps.db.transaction().execute(async (trx) => erase(trx, await take(trx, erasureId))),
  );
}

/** Refuses within the commit of an erasure, before anything is done. */
type Guard = (trx: Kysely<Tables>) => Promise<void>;

/**
 * Takes everything of a person out of the tenant's data in one commit: face, pictures, identity, card, orders, answers and calls;
 * open transactions end first. Of a transaction made for somebody else in which the person stated this identity, the statement goes alone.
 * Answers a signed receipt, also when nothing was found. The files of the log of the database that still hold the old rows are written over
 * by the hourly sweep, where the service may do that. `guard` refuses within that commit, before anything is done.
 */
export async function erasePerson(
  deps: ErasureDeps,
  actor: Actor,
  request: EraseIdentityRequest,
  guard?: Guard,
): Promise<ErasureResponse> {
  // Before a transaction is begun for it.
  parseErasure(await deps.tenantKeys(actor.tenantId), request);
  return eraseTaken(deps, actor, async (trx) => {
    await guard?.(trx);
    return request;
  });
}

/** What names a request to erase, if anything does, and what refuses it as `erasePerson` says. */
type NamedErasure = { key: string | undefined; operation: string; guard?: Guard };

/**
 * Erases as `erasePerson` does, once for each key where one names the request. Sent again after a lost answer, it gives the receipt of what
 * was erased and not one about nothing (R93). Refuses with 40028 and 40029 besides.
 */
export async function erasePersonOnce(
  deps: ErasureDeps & { idle: Idle },
  actor: Actor,
  request: EraseIdentityRequest,
  { key, operation, guard }: NamedErasure,
): Promise<ErasureResponse> {
  if (key === undefined) return erasePerson(deps, actor, request, guard);
  const { tenantId } = actor;
  const keyed = { key, body: request, operation };
  const kept = await findKeptAnswer<ErasureResponse>(deps, tenantId, keyed);
  if (kept) return kept;
  // Before a transaction is begun for it.
  parseErasure(await deps.tenantKeys(tenantId), request);
  const { erase } = await beginErasure(deps, actor);
  const work = async (trx: Kysely<Tables>): Promise<ErasureResponse> => {
    await guard?.(trx);
    return erase(trx, request);
  };
  // Its answer names nobody, and is about no transaction with which it would go.
  return withRetries(() => answerOnce(deps, tenantId, keyed, { work, subjectOf: () => undefined }));
}

/** An erasure of the tenant, with the receipt that was given; refuses with 40005 and 40405. */
export async function readErasure(
  { db }: Pick<ErasureDeps, 'db'>,
  tenantId: TenantId,
  erasureId: string,
): Promise<ErasureResponse> {
  if (!isId(erasureId)) throw new Refusal('40005');
  const erasure = await findErasure(db, tenantId, erasureId);
  if (!erasure) throw new Refusal('40405');
  return toAnswer(erasure);
}
