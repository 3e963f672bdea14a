import { readFile } from 'node:fs/promises';
import { SDK_ERRORS, type SdkErrorCode, type SdkType, type TransactionStatus } from '@titular/contract';
import type { PageLanguage } from '@titular/contract/page';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { ERROR_SENTENCES, TitularError } from '../src/titular-error.ts';
import type * as types from '../src/types.ts';

describe('the errors of the SDK', () => {
  test.each(SDK_ERRORS)(
    '%s says what to do, and the documentation has its place and sentence',
    async (code) => {
      const page = await readFile('docs/web-sdk.md', 'utf8');
      expect(new TitularError(code)).toMatchObject({
        name: 'TitularError',
        code,
        docs: `docs/web-sdk.md#${code}`,
      });
      expect(new TitularError(code).message).toBe(ERROR_SENTENCES[code]);
      const row = page.split('\n').find((line) => line.startsWith(`| <a id="${code}"></a>\`${code}\` |`));
      expect(row).toBe(`| <a id="${code}"></a>\`${code}\` | ${ERROR_SENTENCES[code]} |`);
    },
  );

  test('the published types, which name nothing of the contract, are those of the contract', () => {
    expectTypeOf<types.TitularErrorCode>().toEqualTypeOf<SdkErrorCode>();
    expectTypeOf<types.TransactionStatus>().toEqualTypeOf<TransactionStatus>();
    expectTypeOf<types.Language>().toEqualTypeOf<PageLanguage>();
    expectTypeOf<types.SdkType>().toEqualTypeOf<SdkType>();
    expect(Object.keys(ERROR_SENTENCES).sort()).toEqual([...SDK_ERRORS].sort());
  });
});
