import { generateKeyPairSync } from 'node:crypto';
import { signJws } from '@titular/server/access-tokens/jose/sign-jws.ts';
import { compactVerify, decodeProtectedHeader, jwtVerify } from 'jose';
import { expect, test } from 'vitest';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const key = { kid: 'key of the test', signingKey: privateKey };

// Of 256 numbers one begins with a byte of zeros, which DER leaves out.
const SIGNATURES = 2_000;

test('another implementation verifies every signature, those with small numbers among them', async () => {
  let small = 0;
  for (let count = 0; count < SIGNATURES; count += 1) {
    const text = signJws('at+jwt', { count }, key);
    const { payload } = await compactVerify(text, publicKey, { algorithms: ['ES256'] });
    expect(JSON.parse(Buffer.from(payload).toString())).toEqual({ count });
    const signature = Buffer.from(text.split('.')[2] ?? '', 'base64url');
    expect(signature).toHaveLength(64);
    if (signature[0] === 0 || signature[32] === 0) small += 1;
  }
  expect(small).toBeGreaterThan(0);
});

test('header and claims are those that were given, in whatever script', async () => {
  const claims = { iss: 'https://titular.example', name: 'Ação 名 🙂', origins: [], exp: 4_102_444_800 };
  const text = signJws('titular-sdk+jwt', claims, key);
  expect(decodeProtectedHeader(text)).toEqual({ alg: 'ES256', typ: 'titular-sdk+jwt', kid: key.kid });
  const { payload } = await jwtVerify(text, publicKey, { typ: 'titular-sdk+jwt' });
  expect(payload).toEqual(claims);
});
