import { createPrivateKey, randomUUID, sign } from 'node:crypto';
import { ANSWER_LIMIT_MS } from '../../load/requests.ts';
import type { Ground } from '../ground.ts';
import type { AssertionKey } from '../load/tenant.ts';
import { type Contest, isUnknown, type Round } from './contests.ts';

const WAYS = 16;
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const LIFE_SECONDS = 300;
const REUSED = 'assertion_reused';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs an assertion of an account by ES256 (RFC 7523), written here anew, and not by the service. */
export function signAssertion({ issuer, subject, keyId, privateKeyPem }: AssertionKey, jti: string): string {
  const now = Math.floor(Date.now() / 1_000);
  const claims = { iss: subject, sub: subject, aud: issuer, iat: now, exp: now + LIFE_SECONDS, jti };
  const input = `${encode({ alg: 'ES256', kid: keyId })}.${encode(claims)}`;
  const key = createPrivateKey(privateKeyPem);
  return `${input}.${sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

/** Judges the answers to one assertion: one token at most, and all others are told that it was used. */
export function judgeTokens(answers: readonly { status: number; subCode: string | undefined }[]): Round {
  const winners = answers.filter(({ status }) => status === 200).length;
  const lost = answers.filter(({ status, subCode }) => status === 400 && subCode === REUSED).length;
  const unknown = answers.filter(({ status }) => isUnknown(status)).length;
  return { winners, unknown, strange: answers.length - winners - lost - unknown, fits: true };
}

/** One assertion presented 16 times at once over both processes: it opens once (R1). */
export const sameAssertion = ({ nodes: { urls } }: Pick<Ground, 'nodes'>, key: AssertionKey): Contest => ({
  name: `${WAYS} tokens for one assertion`,
  async once() {
    const body = new URLSearchParams({ grant_type: GRANT, assertion: signAssertion(key, randomUUID()) });
    const answers = await Promise.all(
      Array.from({ length: WAYS }, async (_, way) => {
        const response = await fetch(`${urls[way % urls.length]}/oauth2/token`, {
          method: 'POST',
          body,
          signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
        });
        const { sub_code: subCode } = (await response.json()) as { sub_code?: string };
        return { status: response.status, subCode };
      }),
    );
    return judgeTokens(answers);
  },
});
