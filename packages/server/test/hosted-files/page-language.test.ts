import { dictionaries } from '@titular/capture-page/i18n/all-languages.ts';
import { PAGE_LANGUAGES } from '@titular/contract';
import { chooseLanguage } from '@titular/server/hosted-files/page-language.ts';
import { startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

describe('the first words of the page (D31)', () => {
  test.each(PAGE_LANGUAGES)(
    'openLink 200: %s stands in the document itself, before any script',
    async (language) => {
      const { documentTitle, loadingTitle, loadingText } = dictionaries[language];
      for (const [path, headers] of [
        ['/c/none', { 'accept-language': `xx,${language}-XX;q=0.8,de;q=0.1` }],
        [`/capture/?lang=${language}`, { 'accept-language': 'de' }],
      ] as const) {
        const response = await fetch(`${service.url}${path}`, { headers });
        const html = await response.text();
        expect(response.headers.get('content-language')).toBe(language);
        expect(response.headers.get('vary')).toBe('accept-language');
        expect(html).toMatch(new RegExp(`<html lang="${language}`));
        expect(html).toContain(`<title>${loadingTitle} · ${documentTitle}</title>`);
        expect(html).toContain(`<h1 class="title">${loadingTitle}</h1><p class="text">${loadingText}</p>`);
        expect(html).toContain('class="spinner"');
      }
    },
  );

  test.each([
    ['pt-BR,pt;q=0.9,en;q=0.8', {}, 'pt'],
    ['en;q=0.3, es-419;q=0.9', {}, 'es'],
    ['es;q=0, en;q=0.1', {}, 'en'],
    ['de, ja', {}, 'en'],
    ['', {}, 'en'],
    ['de;q=nonsense, pt', {}, 'pt'],
    ['pt', { lang: 'es' }, 'es'],
    ['pt', { lang: 'xx' }, 'pt'],
  ] as const)('by %j and %j it is %s', (header, query, language) => {
    expect(chooseLanguage(query, { 'accept-language': header })).toBe(language);
  });
});
