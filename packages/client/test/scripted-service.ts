import type { ScriptedService } from '@titular/test-kit/services/scripted-service.ts';
import { Titular, type TitularOptions } from '../src/index.ts';
import { createTestClock, type TestClock, TIMEOUT_MS } from './test-clock.ts';

/** A client id and a secret that no log may show. */
export const SECRET = 'canary-secret-4711';

/** A client of the scripted service, on a clock that stands, without chance. */
export function clientOf(
  { url }: Pick<ScriptedService, 'url'>,
  options: Partial<TitularOptions> = {},
): { client: Titular; clock: TestClock } {
  const clock = createTestClock();
  const credentials = { kind: 'clientSecret', clientId: 'shop', clientSecret: SECRET } as const;
  const client = new Titular({
    baseUrl: url,
    credentials,
    clock,
    random: () => 0,
    timeoutMs: TIMEOUT_MS,
    ...options,
  });
  return { client, clock };
}
