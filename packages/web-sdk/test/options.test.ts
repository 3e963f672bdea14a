import { describe, expect, test } from 'vitest';
import { checkOpenOptions, parseBaseUrl, parseInitOptions } from '../src/options.ts';
import type { InitOptions, OpenOptions } from '../src/types.ts';

const wrong = expect.objectContaining({ code: 'invalid_options' });

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('init', () => {
  test.each([
    ['https://verify.bank.example', 'https://verify.bank.example'],
    ['HTTPS://Verify.Bank.Example:443/', 'https://verify.bank.example'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://bank.localhost', 'http://bank.localhost'],
  ])('takes %s as the origin %s', (text, origin) => {
    expect(parseBaseUrl(text)).toBe(origin);
  });

  test.each([
    undefined,
    '',
    'verify.bank.example',
    'http://verify.bank.example',
    'http://localhost.evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://user@verify.bank.example',
    'https://user:secret@verify.bank.example',
    'https://verify.bank.example/path',
    'https://verify.bank.example?x=1',
    'https://verify.bank.example#x',
    42,
  ])('refuses %s as the address of the service', (text) => {
    expect(thrownBy(() => parseBaseUrl(text))).toEqual(wrong);
  });

  test('finds the service by its address, by the name of an environment, or where the script came from', () => {
    const environments = { test: 'https://test.bank.example', live: 'https://bank.example' };
    const type = 'IFRAME';
    expect(parseInitOptions({ type, baseUrl: 'https://a.example' }).origin).toBe('https://a.example');
    expect(parseInitOptions({ type, env: 'live', environments }).origin).toBe('https://bank.example');
    expect(parseInitOptions({ type }, 'https://b.example').origin).toBe('https://b.example');
  });

  test.each([
    undefined,
    {},
    { type: 'POPUP', baseUrl: 'https://a.example' },
    { type: 'IFRAME' },
    { type: 'IFRAME', env: 'live' },
    { type: 'IFRAME', env: 'constructor', environments: {} },
    {
      type: 'IFRAME',
      env: 'live',
      baseUrl: 'https://a.example',
      environments: { live: 'https://b.example' },
    },
    { type: 'IFRAME', baseUrl: 'https://a.example', language: 'xx' },
  ])('refuses %o', (options) => {
    expect(thrownBy(() => parseInitOptions(options as InitOptions))).toEqual(wrong);
  });
});

describe('open', () => {
  test.each([
    undefined,
    {},
    { token: '' },
    { token: 7 },
    { token: 'x', transactionId: 'order-7' },
    { token: 'x', onFinish: 'done' },
    { token: 'x', onError: {} },
  ])('refuses %o', (options) => {
    expect(thrownBy(() => checkOpenOptions(options as unknown as OpenOptions))).toEqual(wrong);
  });

  test('takes a token alone, and a transaction with it', () => {
    const transactionId = crypto.randomUUID();
    expect(thrownBy(() => checkOpenOptions({ token: 'x' }))).toBeUndefined();
    expect(thrownBy(() => checkOpenOptions({ token: 'x', transactionId }))).toBeUndefined();
  });
});
