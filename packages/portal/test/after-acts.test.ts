import { portalOperations } from '@titular/contract/portal-operations';
import { describe, expect, test } from 'vitest';
import { readsAfter } from '../src/service/after-acts/read-after-failure.ts';
import { READS_OF_ACTS } from '../src/service/after-acts/reads-of-acts.ts';
import { Cancelled, NotSent, Refused, Unreachable } from '../src/service/failures.ts';

const LOST = new Unreachable();
const refused = (status: number): Refused => new Refused('40002', status);

describe('an act whose answer is lost (P57)', () => {
  test('has what it may have changed read again, whichever act of the contract it is', () => {
    const reading = /^(?:read|search|list|count|try|verify|find$|findAuditLink$)/;
    const acts = Object.keys(portalOperations).filter((name) => !reading.test(name));
    expect(Object.keys(READS_OF_ACTS).sort()).toEqual(acts.sort());
    for (const [name, { method }] of Object.entries(portalOperations))
      if (method === 'PATCH' || method === 'DELETE') expect(acts).toContain(name);
  });

  test('of an endpoint, whether it was deleted, switched or tested, leads to the endpoint and its list', () => {
    for (const name of ['deletePortalEndpoint', 'changePortalEndpoint', 'sendPortalTest'] as const)
      expect(readsAfter(name, LOST)).toEqual(
        expect.arrayContaining(['readPortalEndpoint', 'searchPortalEndpoints']),
      );
    expect(readsAfter('enterTenant', LOST)).toContain('session');
    expect(readsAfter('cancelByHand', LOST)).toEqual(['case']);
  });

  test('is treated as one that ended in a fault, or was about what is gone or stands in another way', () => {
    for (const status of [404, 409, 500, 503])
      expect(readsAfter('deletePortalEndpoint', refused(status))).not.toEqual([]);
  });

  test('is told from one that was refused, not sent or called off, and from a reading', () => {
    for (const failure of [refused(400), refused(403), refused(429), new NotSent(), new Cancelled(), 'odd'])
      expect(readsAfter('deletePortalEndpoint', failure)).toEqual([]);
    expect(readsAfter('searchPortalEndpoints', LOST)).toEqual([]);
  });
});
