import { untilAborted, withLimit } from '../http/clock.ts';
import { TitularTimeoutError, TitularTokenError } from '../http/errors.ts';
import type { SignAssertion } from '../http/options.ts';
import type { Transport } from '../http/send-request.ts';
import type { AssertionAlgorithm, AssertionKey } from './assertion-key.ts';

const ES256_BYTES = 64;

/** What failed by its class alone: its own words may tell of the key. */
const classOf = (error: unknown): string =>
  /^\w{1,64}$/.exec((error as object | undefined)?.constructor?.name ?? '')?.[0] ?? 'Error';

/** A key that signs by a function of the caller's, within the limit of a request: one that gets stuck holds up no call for good. */
export function keyElsewhere(
  { clock, origin, timeoutMs }: Transport,
  algorithm: AssertionAlgorithm,
  sign: SignAssertion,
): AssertionKey {
  const failed = (message: string, retryable: boolean): TitularTokenError => {
    const absent = { subCode: undefined, requestId: undefined, retryAfterSeconds: undefined };
    const told = { status: 0, error: 'SIGN_FAILED', docs: `${origin}/docs` };
    return new TitularTokenError({ ...absent, ...told, message, retryable });
  };
  return {
    algorithm,
    async sign(content) {
      const late = new TitularTimeoutError(`no signature in ${timeoutMs} ms`, timeoutMs);
      const signature: unknown = await withLimit(clock, timeoutMs, late, undefined, async (limited) => {
        try {
          return await untilAborted((async () => sign(content))(), limited);
        } catch (error) {
          throw error === late ? late : failed(`sign failed: ${classOf(error)}`, true);
        }
      });
      if (!(signature instanceof Uint8Array)) throw failed('sign must return a Uint8Array', false);
      const { length } = signature;
      // Key services answer DER, which the service refuses without a reason that helps.
      if (algorithm === 'ES256' && length !== ES256_BYTES) {
        const form = `the ${ES256_BYTES} of RFC 7518 section 3.4: convert DER to r and s`;
        throw failed(`sign returned ${length} bytes, not ${form}`, false);
      }
      return signature;
    },
  };
}
