import { WEBHOOK_CASES } from '@titular/test-kit/client-cases/webhook-cases.ts';
import { expect, test } from 'vitest';
import { FAULT_CODES, WEBHOOK_CODES } from '../../../scripts/clients/client-codes.ts';
import { read, tracked } from '../../../test/sources.ts';

const CLIENTS = {
  TypeScript: /^packages\/client\/src\/.*\.ts$/,
  Python: /^clients\/python\/titular\/.*\.py$/,
  PHP: /^clients\/php\/src\/.*\.php$/,
  Go: /^clients\/go\/[^/]*\.go$/,
  Java: /^clients\/java\/src\/.*\.java$/,
};

test.each(Object.entries(CLIENTS))(
  'every code of errors.md that has no answer is one of the client for %s',
  (_name, files) => {
    const source = tracked
      .filter((file) => files.test(file))
      .map(read)
      .join();
    const codes = [...WEBHOOK_CODES, ...FAULT_CODES].map(([code]) => code);
    expect(codes.filter((code) => !source.includes(`'${code}'`) && !source.includes(`"${code}"`))).toEqual(
      [],
    );
  },
);

test('every code by which a webhook is refused is in errors.md', () => {
  const refused = new Set(WEBHOOK_CASES.flatMap(({ code }) => (code === undefined ? [] : [code])));
  expect([...refused].toSorted()).toEqual(WEBHOOK_CODES.map(([code]) => code).toSorted());
});
