import { describe, expect, test } from 'vitest';
import '../../src/i18n/all-texts.ts';
import { createTranslate } from '../../src/i18n/texts.ts';
import { purposeIn } from '../../src/pages/deployment/purpose-words.ts';
import { knownWords, sentWords } from '../../src/pages/settings/model/setting-words.ts';

describe('while releases mix behind one balancer, the page takes what an earlier one sends', () => {
  const t = createTranslate('pt');

  test('values of an act and of a tenant without their forms', () => {
    expect(knownWords(t, undefined, { name: 'link-days', text: '30' })).toBe('30');
    expect(sentWords(t, { name: 'link-days', value: '30' })).toBe('30');
  });

  test('a setting of the process that says in English alone what it is for', () => {
    const purposes = { pt: 'Para isto.', es: 'Para esto.' };
    expect(purposeIn({ purpose: 'For this.' }, 'pt')).toBe('For this.');
    expect(purposeIn({ purpose: 'For this.', purposes }, 'pt')).toBe('Para isto.');
    expect(purposeIn({ purpose: 'For this.', purposes }, 'en')).toBe('For this.');
  });
});
