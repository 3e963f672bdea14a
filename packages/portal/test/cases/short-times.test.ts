import { afterEach, describe, expect, test, vi } from 'vitest';
import { shortTime } from '../../src/ui/time-words.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const NOW = Date.parse('2026-11-29T12:00:00Z');

describe('a time of a list', () => {
  test('has the year only where that is another than now, in the zone of the viewer', () => {
    vi.stubEnv('TZ', 'America/Sao_Paulo');
    expect(shortTime('2026-11-28T02:06:00Z', NOW, 'en-US')).toBe('Nov 27, 11:06 PM');
    expect(shortTime('2026-11-28T02:06:00Z', NOW, 'pt-BR')).toBe('27 de nov., 23:06');
    expect(shortTime('2026-11-28T02:06:00Z', NOW, 'es-ES')).toBe('27 nov, 23:06');
    expect(shortTime('2026-01-01T02:00:00Z', NOW, 'en-US')).toBe('Dec 31, 2025, 11:00 PM');
  });

  test('follows a device that goes to another zone while the page is open', () => {
    for (const [zone, words] of [
      ['America/Sao_Paulo', 'Nov 27, 11:06 PM'],
      ['Europe/Lisbon', 'Nov 28, 2:06 AM'],
      ['America/Sao_Paulo', 'Nov 27, 11:06 PM'],
    ] as const) {
      vi.stubEnv('TZ', zone);
      expect(shortTime('2026-11-28T02:06:00Z', NOW, 'en-US'), zone).toBe(words);
    }
  });

  test('is right in a zone whose offset the zone before had in another season', () => {
    vi.stubEnv('TZ', 'America/New_York');
    expect(shortTime('2026-07-10T02:06:00Z', NOW, 'en-US')).toBe('Jul 9, 10:06 PM');
    vi.stubEnv('TZ', 'America/Caracas');
    expect(shortTime('2026-01-10T02:06:00Z', NOW, 'en-US')).toBe('Jan 9, 10:06 PM');
  });

  test('names the zone in the hour that comes twice', () => {
    vi.stubEnv('TZ', 'America/New_York');
    expect(shortTime('2026-11-01T05:30:00Z', NOW, 'en-US')).toBe('Nov 1, 1:30 AM EDT');
    expect(shortTime('2026-11-01T06:30:00Z', NOW, 'en-US')).toBe('Nov 1, 1:30 AM EST');
  });
});
