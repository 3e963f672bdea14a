import { AUDIT_ACTION_NAMES } from '@titular/contract';
import { describe, expect, test } from 'vitest';
import {
  countAuditFilters,
  fitsAddress,
  parseAuditSearch,
  parseSubject,
  toAuditBody,
} from '../../src/pages/audit/model/audit-search.ts';

const ID = '018f3c2a-7b1e-7c3d-9a4b-5c6d7e8f9a0b';

describe('the address of the audit log', () => {
  test.each([
    [
      'actor',
      [
        `user:${ID}`,
        `service-account:${ID}`,
        `receiver:${ID}`,
        'command-line:maria.s',
        'service-account:loja.centro-1',
        'service-account:loja-2024',
        ...['service', 'person', 'portal', 'sandbox'],
      ],
    ],
    ['action', AUDIT_ACTION_NAMES],
    ['subject', [`company/${ID}`, 'service-account/shop-2024', 'deployment', 'card-bins']],
    ['from', ['2026-03-04']],
    ['before', [ID]],
    ['of', [ID]],
  ])('carries %s as an id, an account, a name of an action or a day', (name, values) => {
    for (const value of values) expect(parseAuditSearch({ [name]: value }), value).toEqual({ [name]: value });
  });

  test.each([
    'A-1002',
    'transaction/A-1002',
    'transaction/1002',
    'Maria da Silva',
    'Maria',
    'company/Loja Azul',
    '529.982.247-25',
    '52998224725',
    '4111111111111111',
    'role/52998224725',
    'service-account/4111111111111111',
    'service-account/loja.centro-1',
    'service-account/a-4111-1111-1111-1111',
    'x-y:maria.silva@mail.com',
    'command-line:52998224725',
    'command-line:maria.silva@mail.com',
    'person:maria',
    'service-account:a4111111111111111',
    'service-account:a-4111-1111-1111-1111',
    'service-account:maria@mail.com',
    'receiver:maria',
    'maria-silva',
    `user:${ID} x`,
    `<b>${ID}</b>`,
    '',
  ])('never carries a person, a card or an order number: %s (P38)', (text) => {
    const names = ['actor', 'action', 'subject', 'from', 'to', 'before', 'of'];
    expect(parseAuditSearch(Object.fromEntries(names.map((name) => [name, text])))).toEqual({});
    expect(parseSubject(text.toLowerCase())).toBeUndefined();
  });

  test('narrows to a session of a receiver as to a person (P15)', () => {
    expect([`receiver:${ID}`, `user:${ID}`].map((actor) => fitsAddress('actor', actor))).toEqual([
      true,
      true,
    ]);
  });

  test('is asked for by whole days, and begins anew at a later page', () => {
    const search = parseAuditSearch({ from: '2026-03-04', to: '2026-03-05', before: ID, action: 'a.change' });
    const { from = '', before = '', ...rest } = toAuditBody(search);
    expect(Date.parse(before) - Date.parse(from)).toBe(2 * 86_400_000);
    expect(rest).toEqual({ action: 'a.change', cursor: ID });
    expect(countAuditFilters(search)).toBe(3);
  });
});
