import { expect, test } from 'vitest';
import { contractProblem, isContractDated, setContractVersion } from '../scripts/release/changelog.ts';
import { setInText } from '../scripts/release/set-version.ts';

test('the changelog of the contract has to tell what is new, and waits for nothing once it has the version', () => {
  const missing = expect.stringContaining('docs/contract/changelog.md does not tell');
  const [next, former] = [
    '# Changes\n\n## Not released yet\n\n- One.\n',
    '## 0.1.0, 2026-01-31\n\n- Zero.\n',
  ];
  expect(contractProblem(next + former, '0.2.0', true)).toBe(undefined);
  expect(contractProblem(former, '0.2.0', false)).toBe(undefined);
  expect(contractProblem(former, '0.2.0', true)).toEqual(missing);
  expect(contractProblem(`## Not released yet\n\n${former}`, '0.2.0', false)).toEqual(missing);
  const dated = setContractVersion(next + former, '0.2.0', '2026-02-28');
  expect(contractProblem(dated, '0.2.0', true)).toBe(undefined);
  expect([isContractDated(next), isContractDated(dated)]).toEqual([false, true]);
});

test('a release writes its version and day into the changelog of the contract, once', () => {
  const move = { from: '0.1.0', to: '0.2.0', day: '2026-02-28' };
  const file = 'docs/contract/changelog.md';
  const written = setInText(file, '## Not released yet\n\n- One.\n', move);
  expect(written).toBe('## 0.2.0, 2026-02-28\n\n- One.\n');
  expect(setInText(file, written, { ...move, to: '0.3.0' })).toBe(written);
});
