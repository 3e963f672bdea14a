import { readConfig } from '@titular/server/config/config.ts';
import { platformAccess } from '@titular/server/config/platform-settings.ts';
import { createLog, type Log } from '@titular/server/kernel/base/log.ts';
import { ServiceUnavailableError } from '@titular/server/kernel/network/services/service-unavailable.ts';
import {
  createExternalPlatform,
  type ExternalPlatform,
} from '@titular/server/processes/external/external-platform.ts';
import { parseProcessRequest } from '@titular/server/processes/parse-process-request.ts';
import { createManualClock, type ManualClock, newCpf } from '@titular/test-kit';
import {
  type FakeIdentityPlatform,
  startFakeIdentityPlatform,
} from '@titular/test-kit/services/fake-identity-platform.ts';
import { expect, onTestFinished } from 'vitest';

/** A person's process as a merchant asks for it. */
export const newInput = (changes: object = {}) =>
  parseProcessRequest({
    person: { duiType: 'DUI_TYPE_BR_CPF', duiValue: newCpf(), friendlyName: 'Maria' },
    callbackUri: '/',
    purpose: 'biometryonboarding',
    expiresIn: '3600s',
    ...changes,
  });

/** An adapter before a platform of its own, on a clock that stands; both end with the test. */
export type AdapterFixture = {
  fake: FakeIdentityPlatform;
  platform: ExternalPlatform;
  /** The same, for what is never answered: it waits for 400 ms alone. */
  impatient: ExternalPlatform;
  clock: ManualClock;
  /** Everything that was logged, as text. */
  logged(): string;
  start(): Promise<string>;
};

const SHORT_MS = 400;

/** Why a call to a service failed. */
export const faultOf = (call: Promise<unknown>): Promise<ServiceUnavailableError> =>
  call.then(
    () => expect.fail('it was answered'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(ServiceUnavailableError);
      return error as ServiceUnavailableError;
    },
  );

/** Collects what is logged. */
export function listenToLog(): { log: Log; logged(): string } {
  const lines: string[] = [];
  const log = createLog('debug', { write: (line: string) => void lines.push(line) });
  return { log, logged: () => lines.join('') };
}

/** Opens a ground. */
export async function openAdapter({ httpAllowed = true } = {}): Promise<AdapterFixture> {
  const fake = await startFakeIdentityPlatform();
  const clock = createManualClock();
  const { log, logged } = listenToLog();
  const access = platformAccess(readConfig(fake.env));
  if (!access) throw new Error('the platform has every setting');
  const options = { ...access, httpAllowed, clock, log };
  const platform = createExternalPlatform(options);
  const impatient = createExternalPlatform({ ...options, callTimeoutMs: SHORT_MS });
  onTestFinished(async () => {
    platform.close();
    impatient.close();
    await fake.close();
  });
  const start = async (): Promise<string> =>
    (await platform.prepare({} as never, newInput(), clock.now())).processId;
  return { fake, platform, impatient, clock, logged, start };
}
