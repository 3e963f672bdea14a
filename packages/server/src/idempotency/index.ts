export { answerOnce, findKeptAnswer, readIdempotencyKey } from './answer-once.ts';
export { IDEMPOTENCY_HEADER } from './idempotency-header.ts';
