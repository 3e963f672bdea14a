import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../base/refusal.ts';
import { digest, sameDigest } from '../../base/secret.ts';

const CSRF_HEADER = 'x-titular-csrf';

/** Refuses with 40344 a call that does not send back the token of its session. */
export function requireToken({ csrf }: { csrf: string }, headers: FastifyRequest['headers']): void {
  const given = digest(String(headers[CSRF_HEADER] ?? ''));
  if (!sameDigest(given, digest(csrf))) throw new Refusal('40344');
}
