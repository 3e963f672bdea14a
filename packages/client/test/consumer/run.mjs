import { Titular, TitularApiError, verifyWebhook } from '@titular/client';

const { baseUrl, payload, headers, secret } = JSON.parse(process.argv[2]);

async function newKey(algorithm, jwkOrPem) {
  const { privateKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  if (jwkOrPem === 'jwk') return crypto.subtle.exportKey('jwk', privateKey);
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', privateKey)).toString('base64');
  return `-----BEGIN PRIVATE KEY-----\n${der}\n-----END PRIVATE KEY-----\n`;
}

const rsa = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: 'SHA-256',
};
for (const algorithm of [{ name: 'ECDSA', namedCurve: 'P-256' }, { name: 'Ed25519' }, rsa]) {
  for (const form of ['jwk', 'pem']) {
    const privateKey = await newKey(algorithm, form);
    const credentials = { kind: 'assertion', account: 'shop', tenantId: 'tenant', privateKey };
    const client = new Titular({ baseUrl, credentials });
    const { status } = await client.transactions.get('one');
    if (status !== 'waiting') throw new Error(`${algorithm.name} ${form}: ${status}`);
  }
}

const client = new Titular({
  baseUrl,
  credentials: { kind: 'clientSecret', clientId: 'a', clientSecret: 'b' },
});
const refused = await client.transactions.get('refused').catch((error) => error);
if (!(refused instanceof TitularApiError && refused.code === '40401')) throw refused;

const event = await verifyWebhook({ payload, headers, secrets: [secret] });
console.log(`${process.version} ${event.type}`);
