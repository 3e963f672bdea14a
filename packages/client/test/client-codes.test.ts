import { constants } from 'node:os';
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

/** Names of errors of POSIX, which clients pass on as reasons. */
const isPosix = (name: string): boolean => Object.hasOwn(constants.errno, name);

test.each(Object.entries(CLIENTS))(
  'every reason by which the client for %s says that the service was not reached is in errors.md',
  (_name, files) => {
    const documented = new Set(FAULT_CODES.map(([code]) => code));
    const source = tracked
      .filter((file) => files.test(file))
      .map(read)
      .join();
    const named = new Set([...source.matchAll(/['"](E[A-Z]+)['"]/g)].map(([, code = '']) => code));
    const reasons = [...named].filter(isPosix);
    expect(reasons.length).toBeGreaterThan(1);
    expect(reasons.filter((code) => !documented.has(code))).toEqual([]);
  },
);
