export {
  answerNamed,
  answerOnce,
  findKeptAnswer,
  onceKeyOf,
  readIdempotencyKey,
} from './answer-once.ts';
export { IDEMPOTENCY_HEADER } from './idempotency-header.ts';
export { makeTenantOnce } from './make-tenant-once.ts';
export { type Lease, takeLease, takePlaces } from './take-lease.ts';
