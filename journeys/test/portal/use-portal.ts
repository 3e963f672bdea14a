import { afterAll, beforeAll } from 'vitest';
import { openMerchant, type PortalMerchant } from './case-builders.ts';
import { type PortalJourney, startPortal } from './portal-fixture.ts';

/** What the tests of a file share: there from the first test to the last. */
export type SharedPortal = { journey: PortalJourney; merchant: PortalMerchant };

/** Starts a service with its portal and a merchant before the tests of a file, and ends it after them. */
export function usePortal(): SharedPortal {
  const shared = {} as SharedPortal;
  beforeAll(async () => {
    shared.journey = await startPortal();
    shared.merchant = await openMerchant(shared.journey);
  });
  afterAll(() => shared.journey.close());
  return shared;
}
