import { EXAMINATION_ENDS, PROBES, type ProbeResult, UNKNOWN_REASONS } from '@titular/contract';
import { EXPECTED } from '@titular/server/sandbox/receiver-doctor/judge-answer.ts';
import { describe, expect, test } from 'vitest';
import '../src/i18n/all-texts.ts';
import { read } from '../../../test/sources.ts';
import { LANGUAGES } from '../src/i18n/languages.ts';
import { createTranslate } from '../src/i18n/texts.ts';
import { countVerdicts, guideOf, PROBE_COUNT, remedyOf } from '../src/pages/sandbox/doctor/findings.ts';

const result = (changes: Partial<ProbeResult>): ProbeResult => ({
  ...{ probe: 'twice', expected: EXPECTED.twice, webhookId: 'x', timestamp: '2026-01-01T00:00:00Z' },
  ...{ request: '{}', status: 204, verdict: 'right', ...changes },
});

describe('what the receiver doctor says', () => {
  test.each(LANGUAGES)('has words for each delivery and each remedy in %s (P4, F9)', (language) => {
    const t = createTranslate(language);
    expect(PROBES).toHaveLength(PROBE_COUNT);
    const said = PROBES.flatMap((probe) => [
      t(`probe_${probe}`),
      t(`probe_${probe}_sent`),
      t(`probe_${probe}_remedy`),
    ]);
    expect(new Set(said).size).toBe(3 * PROBES.length);
    expect(said).not.toContain('');
    const ends = EXAMINATION_ENDS.filter((end) => end !== 'whole');
    for (const end of ends) expect(t(`doctorEnd_${end}`)).not.toBe('');
    for (const reason of UNKNOWN_REASONS) expect(t(`doctorUnknown_${reason}`)).not.toBe('');
  });

  test('names a chapter of the guide that is there (F9)', () => {
    const titles = read('docs/webhooks.md').match(/^## .+$/gm) ?? [];
    const anchors = titles.map((title) => title.slice(3).toLowerCase().replaceAll(' ', '-'));
    const guides = PROBES.map(guideOf);
    expect(guides.filter((guide) => !guide.startsWith('/docs/webhooks.html#'))).toEqual([]);
    const named = guides.map((guide) => guide.split('#')[1] ?? '');
    expect(named.filter((anchor) => !anchors.includes(anchor))).toEqual([]);
  });

  test('helps with what is wrong, and says so where an answer shows nothing (F9)', () => {
    expect(remedyOf(result({}))).toBeUndefined();
    expect(remedyOf(result({ verdict: 'wrong', status: 409 }))).toBe('probe_twice_remedy');
    expect(remedyOf(result({ verdict: 'wrong', status: 410 }))).toBe('doctorGone');
    const { status: _, ...silent } = result({ verdict: 'no-answer' });
    expect(remedyOf(silent)).toBe('doctorSilence');
    expect(remedyOf({ ...silent, verdict: 'not-sent' })).toBe('doctorNotSent');
    expect(remedyOf(result({ verdict: 'unknown', reason: 'busy', status: 429 }))).toBe('doctorUnknown_busy');
    const results = [result({}), result({ verdict: 'wrong' }), result({ verdict: 'wrong' })];
    expect(countVerdicts({ results }, 'wrong')).toBe(2);
    expect(countVerdicts({ results }, 'wrong', 'right')).toBe(3);
  });
});
