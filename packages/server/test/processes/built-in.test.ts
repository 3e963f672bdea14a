import { createManualClock, startTestService } from '@titular/test-kit';
import { perform } from '../captures/phone.ts';
import { describePlatform, type PlatformHouse } from './platform-suite.ts';
import { openProcessCamera, type Started } from './process-fixture.ts';

async function open(): Promise<PlatformHouse> {
  const service = await startTestService({ clock: createManualClock() });
  const show = async (started: Started, person: 'a' | 'b'): Promise<void> => {
    const { phone, attempt } = await openProcessCamera(service, started);
    await perform(phone, attempt, person);
  };
  return {
    service,
    finishWell: (started) => show(started, 'a'),
    finishAsAnother: (started) => show(started, 'b'),
    letMinutePass: async () => undefined,
    foundLive: 'live',
    close: () => service.close(),
  };
}

describePlatform('the platform inside', open);
