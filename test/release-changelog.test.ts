import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { changelogProblem, isDated, sectionOf, setDay } from '../scripts/release/changelog.ts';
import { PUBLISHED } from '../scripts/release/packages.ts';

describe('a changelog', () => {
  const text =
    '# Changes\n\n## 0.2.0, not released yet\n\n### Added\n\n- One.\n\n## 0.1.0, 2026-01-31\n\n## 10.1.0\n\n- Ten.\n';

  test('gives the section of a version, up to the next', () => {
    expect(sectionOf(text, '0.2.0')).toBe('### Added\n\n- One.');
    expect(sectionOf(text, '0.1.0')).toBe('');
    expect(sectionOf(text, '10.1.0')).toBe('- Ten.');
    expect(sectionOf(text, '1.0')).toBe(undefined);
  });

  test('has to have a section with a line', () => {
    expect(changelogProblem('C.md', text, '0.2.0')).toBe(undefined);
    expect(changelogProblem('C.md', text, '0.1.0')).toBe('C.md has no line for 0.1.0: say what changed.');
    expect(changelogProblem('C.md', text, '0.3.0')).toBe(
      'C.md has no section 0.3.0: begin one with "## 0.3.0, not released yet".',
    );
  });

  test('gets the day of the release once', () => {
    const dated = setDay(text, '0.2.0', '2026-02-28');
    expect(dated).toContain('## 0.2.0, 2026-02-28\n');
    expect([isDated(text, '0.2.0'), isDated(dated, '0.2.0'), isDated(dated, '10.1.0')]).toEqual([
      false,
      true,
      false,
    ]);
    expect(setDay(dated, '0.2.0', '2027-01-01')).toBe(dated);
    expect(setDay(dated, '0.1.0', '2027-01-01')).toBe(dated);
  });

  test.each(PUBLISHED.map(({ key, folder, changelog, form }) => [key, { folder, changelog, form }] as const))(
    'of %s has a section with a line for the version of the package',
    (_key, { folder, changelog, form }) => {
      const file = form === 'python' ? `${folder}/pyproject.toml` : `${folder}/package.json`;
      const [, version = ''] = /^\s*"?version"?\s*[:=]\s*"([^"]+)"/m.exec(readFileSync(file, 'utf8')) ?? [];
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
      expect(changelogProblem(changelog, readFileSync(changelog, 'utf8'), version)).toBe(undefined);
    },
  );
});
