import { describe, expect, test } from 'vitest';
import { dictionaries } from '../../src/i18n/all-texts.ts';
import { LANGUAGES } from '../../src/i18n/languages.ts';
import { checkDocument } from '../../src/pages/verify/check-document.ts';

describe('a document without a receipt', () => {
  test('that is a PDF is not verified, and says so above all else: a forger leaves the receipt out', async () => {
    expect(await checkDocument({ kind: 'none', fault: 'pdf_without' })).toEqual({
      ...{ kind: 'unchecked', head: 'verifyNot', words: 'faultPdfWithout' },
    });
  });

  test('that is nothing at all has no verdict', async () => {
    expect(await checkDocument({ kind: 'none', fault: 'empty' })).toEqual({
      ...{ kind: 'unchecked', words: 'faultEmpty' },
    });
  });

  test.each(['too_large', 'wrong_type', 'pdf_broken'] as const)('is not valid: %s', async (fault) => {
    expect(await checkDocument({ kind: 'none', fault })).toMatchObject({
      kind: 'invalid',
      head: 'verifyBad',
    });
  });
});

test.each(LANGUAGES)('words of a PDF without a receipt begin with what nothing shows, in %s', (language) => {
  const { verifyNot, faultPdfWithout } = dictionaries[language].verify;
  expect(verifyNot).toMatch(/^(Not verified|Não verificado|No verificado)\.$/);
  expect(faultPdfWithout).toMatch(/^(Nothing shows|Nada mostra|Nada demuestra) /);
});
