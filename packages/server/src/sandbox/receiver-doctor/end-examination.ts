import { type ExaminationEnd, PROBES, type ProbeResult } from '@titular/contract';
import { digest, sameDigest } from '../../kernel/base/secret.ts';
import type { OpenedEndpoint } from '../../webhooks/index.ts';
import type { Target } from './examination-store.ts';
import { GONE } from './judge-answer.ts';

/** Probes without an answer after which a receiver is left alone. */
const MAX_UNANSWERED = 4;
const ASK_FOR_PAUSE: readonly number[] = [429, 503];

const hexOf = (text: string): string => digest(text).toString('hex');

/** Where an endpoint points to and what signs for it now, as digests. */
export const targetOf = ({ endpoint, secrets: [secret = ''] }: OpenedEndpoint): Target => ({
  url: hexOf(endpoint.url),
  secret: hexOf(secret),
});

/** Why an examination ends before its next probe: its endpoint is no longer the one that it began with. */
export function endBefore(
  target: Target | undefined,
  opened: OpenedEndpoint | undefined,
): ExaminationEnd | undefined {
  if (!opened) return 'deleted';
  if (!opened.endpoint.enabled) return 'off';
  if (!target) return undefined;
  const now = targetOf(opened);
  if (now.url !== target.url) return 'moved';
  const isSame = sameDigest(Buffer.from(now.secret, 'hex'), Buffer.from(target.secret, 'hex'));
  return isSame ? undefined : 'secret-changed';
}

/** Why an examination ends after its newest result: all is sent, or the receiver is to be left alone. */
export function endAfter(results: readonly ProbeResult[]): ExaminationEnd | undefined {
  const { status = 0, retryAfterSeconds } = results.at(-1) ?? {};
  if (status === GONE) return 'gone';
  if (ASK_FOR_PAUSE.includes(status) && retryAfterSeconds !== undefined) return 'asked-to-wait';
  const unanswered = results.filter(({ verdict }) => verdict === 'no-answer' || verdict === 'not-sent');
  if (results.length >= PROBES.length) return 'whole';
  return unanswered.length >= MAX_UNANSWERED ? 'unanswered' : undefined;
}
