import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { registerPublicKey } from '@titular/server/access-tokens/accounts/register-public-key.ts';
import {
  addTenant,
  newTransactionBody,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Prints an access token; neither key nor assertion nor token ever stands on a command line. */
const FETCH_TOKEN = String.raw`#!/bin/sh
# usage: fetch-token.sh <address of the service> <account> <tenant id> <key id> <file with the RSA private key>
set -eu
address=$1 account=$2 tenant=$3 key_id=$4 key_file=$5

base64url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }

issuer="$account@$tenant.$(printf '%s' "$address" | sed 's|^https\{0,1\}://||')"
now=$(date +%s)
header=$(printf '{"alg":"RS256","kid":"%s"}' "$key_id" | base64url)
claims=$(printf '{"iss":"%s","sub":"%s","aud":"%s","iat":%d,"exp":%d,"jti":"%s"}' \
  "$issuer" "$issuer" "$address" "$now" "$((now + 300))" "$(openssl rand -hex 16)" | base64url)
signature=$(printf '%s' "$header.$claims" | openssl dgst -sha256 -sign "$key_file" -binary | base64url)
[ -n "$signature" ] || exit 1

answer=$(printf '%s' "$header.$claims.$signature" | curl --silent --show-error \
  --data-urlencode 'grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer' \
  --data-urlencode 'assertion@-' \
  "$address/oauth2/token")
token=$(printf '%s' "$answer" | sed -n 's/.*"access_token":"\([^"]*\)".*/\1/p')
if [ -z "$token" ]; then
  printf '%s\n' "$answer" >&2
  exit 1
fi
printf '%s\n' "$token"
`;

const MAKE_KEY = `umask 077
openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out "$1/private.pem"
openssl pkey -in "$1/private.pem" -pubout -out "$1/public.pem"
`;

const run = promisify(execFile);
const environment = { PATH: '/usr/bin:/bin:/usr/local/bin' };

let service: TestService;
let tenant: TestTenant;
let directory: string;

async function newKeyFiles(): Promise<{ privateFile: string; publicPem: string }> {
  const own = await mkdtemp(join(directory, 'key-'));
  await run('sh', ['-euc', MAKE_KEY, 'make-key', own], { env: environment });
  return {
    privateFile: join(own, 'private.pem'),
    publicPem: await readFile(join(own, 'public.pem'), 'utf8'),
  };
}

async function register(publicPem: string): Promise<string> {
  const { tenantId, account } = tenant;
  const registration = { tenantId, account, algorithm: 'RS256', key: publicPem } as const;
  const outcome = await registerPublicKey(service.service.database.db, registration);
  if (outcome.kind === 'refused') throw new Error(outcome.reason);
  return outcome.keyId;
}

const fetchTokenByScript = (keyId: string, privateFile: string) =>
  run(
    join(directory, 'fetch-token.sh'),
    [service.config.publicUrl, tenant.account, tenant.tenantId, keyId, privateFile],
    { env: environment },
  );

beforeAll(async () => {
  service = await startTestService();
  tenant = await addTenant(service);
  directory = await mkdtemp(join(tmpdir(), 'titular-openssl-'));
  await writeFile(join(directory, 'fetch-token.sh'), FETCH_TOKEN);
  await chmod(join(directory, 'fetch-token.sh'), 0o700);
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
  await service.close();
});

test('issueToken 200: openssl and curl alone make a key, sign an assertion and get a token that creates a transaction (R1)', async () => {
  const { privateFile, publicPem } = await newKeyFiles();
  const { stdout, stderr } = await fetchTokenByScript(await register(publicPem), privateFile);
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
  const request = join(directory, 'request.json');
  const credentials = join(directory, 'credentials.txt');
  await writeFile(request, JSON.stringify(newTransactionBody(tenant.companyId)));
  await writeFile(credentials, `authorization: Bearer ${stdout}`, { mode: 0o600 });
  const created = await run(
    'curl',
    [
      ...['--silent', '--show-error', '--fail', '--write-out', '\n%{http_code}'],
      ...['--header', `@${credentials}`, '--header', 'content-type: application/json'],
      ...['--data-binary', `@${request}`, `${service.url}/api/public/v1/walletid/transaction`],
    ],
    { env: environment },
  );
  const [body = '', status] = created.stdout.split('\n');
  expect(status).toBe('200');
  expect(JSON.parse(body)).toMatchObject({ status: 'waiting' });
});

test('issueToken 400: without the key file the script fails before it sends anything (R1)', async () => {
  const failure = await fetchTokenByScript('none', join(directory, 'absent.pem')).catch(
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('absent.pem') });
});

test('issueToken 400: with a key that is not the registered one the script fails, prints no token, and tells why (R1)', async () => {
  const [registered, other] = await Promise.all([newKeyFiles(), newKeyFiles()]);
  const keyId = await register(registered.publicPem);
  const failure = await fetchTokenByScript(keyId, other.privateFile).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('"bad_signature"') });
});
