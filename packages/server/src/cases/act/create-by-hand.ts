import type { CreatedByHand, CreateTransactionRequest, CreateTransactionResponse } from '@titular/contract';
import { insertAuditEntry } from '../../audit/index.ts';
import { answerOnce, findKeptAnswer, readIdempotencyKey } from '../../idempotency/index.ts';
import { parseUuid } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { inTransaction } from '../../kernel/database/connect.ts';
import type { WriteIn } from '../../kernel/database/write-in.ts';
import { idleWithoutTurn } from '../../kernel/http/admission/admission.ts';
import type { RouteRequest } from '../../kernel/http/route.ts';
import { type CreateDeps, createTransaction, parseCreateRequest } from '../../transactions/index.ts';
import { isWithin } from '../case-scope.ts';
import type { Member } from './member.ts';

/**
 * A create as the page sends it; the key names the press of the button, so that a second one answers the same. `headers` choose a course of
 * the sandbox, and `noted` stands in the entry.
 */
export type HandMade = {
  body: CreateTransactionRequest;
  idempotencyKey: string | string[] | undefined;
  headers?: RouteRequest['headers'];
  noted?: Record<string, string>;
};

const toAnswer = ({ id, status, link }: CreateTransactionResponse): CreatedByHand => ({
  id,
  status,
  ...(link === undefined ? {} : { link }),
});

type Write = WriteIn<CreateTransactionResponse>;

/** Writes the entry in the commit that creates; an earlier transaction that is answered in its place made its own. */
const recorded =
  ({ clock }: CreateDeps, { tenantId, actor }: Member, writeIn: Write, after: HandMade['noted']): Write =>
  (work) =>
    writeIn((db) =>
      inTransaction(db, async (trx) => {
        const made = await work(trx);
        const entry = { action: 'transaction.create', subject: `transaction/${made.id}` } as const;
        await insertAuditEntry(trx, { clock, actor }, { tenantId, ...entry, ...(after && { after }) });
        return made;
      }),
    );

/**
 * Creates a transaction by hand under the checks of the API, with an audit entry in the same commit. Refuses as `createTransaction` does; a
 * company out of scope is as unknown as one that is not there (40404).
 */
export async function createByHand(
  deps: CreateDeps,
  member: Member,
  { body, idempotencyKey, headers = {}, noted }: HandMade,
): Promise<CreatedByHand> {
  const { tenantId } = member;
  const key = readIdempotencyKey(idempotencyKey);
  // A key of one person is no other's, and none of the API's.
  const request = key === undefined ? undefined : { key, body, operation: `createByHand ${member.actor}` };
  const findKept = request && (() => findKeptAnswer<CreateTransactionResponse>(deps, tenantId, request));
  const kept = await findKept?.();
  if (kept) return toAnswer(kept);
  const input = parseCreateRequest(body, deps.clock.now());
  if (!isWithin(member, input.companyId)) throw new Refusal('40404');
  const { identity, processId } = input;
  const course = deps.sandbox.beforeCreate({ kind: 'transaction', headers, identity, processId });
  const direct: Write = (work) => work(deps.db);
  const once: Write = request
    ? (work) =>
        answerOnce({ ...deps, idle: idleWithoutTurn }, tenantId, request, {
          work,
          subjectOf: ({ id }) => parseUuid(id),
        })
    : direct;
  const write = recorded(deps, member, once, noted);
  const waiting = { ...deps, besides: { idle: idleWithoutTurn, findKept } };
  return toAnswer(await createTransaction(waiting, tenantId, input, write, course));
}
