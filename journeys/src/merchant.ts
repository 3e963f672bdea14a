import { randomUUID } from 'node:crypto';
import type {
  CreateTransactionResponse,
  TokenErrorResponse,
  TokenResponse,
  TransactionHistoryResponse,
  TransactionStatusResponse,
} from '@titular/contract';
import type { Demo } from '@titular/server/start/seed-demo.ts';
import { importPKCS8, SignJWT } from 'jose';

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const ASSERTION_SECONDS = 300;

/** Sub-codes of the token endpoint that say of credentials that they are good no more: rotated, disabled, or of another database. */
const ENDED = [
  'key_retired',
  'assertion_key_unknown',
  'account_unknown',
  'account_inactive',
  'tenant_unknown',
];

/** The service answered with a refusal; the message holds its code and sentence. */
class Refused extends Error {
  override readonly name = 'Refused';
}

/** The token endpoint refuses credentials that were good once; the message is its sub-code. */
export class CredentialsEnded extends Error {
  override readonly name = 'CredentialsEnded';
}

async function readAnswer<Body>(response: Response): Promise<Body> {
  const text = await response.text();
  if (!response.ok) throw new Refused(`${response.status} from ${new URL(response.url).pathname}: ${text}`);
  return JSON.parse(text) as Body;
}

/** Signs an assertion (RFC 7523 section 3) for the demo's service account; it may be used once. */
async function signAssertion(demo: Demo): Promise<string> {
  const subject = `${demo.account}@${demo.tenantId}.${new URL(demo.issuer).host}`;
  return new SignJWT({ scope: '*' })
    .setProtectedHeader({ alg: 'ES256', kid: demo.keyId })
    .setIssuer(subject)
    .setSubject(subject)
    .setAudience(demo.issuer)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime(`${ASSERTION_SECONDS}s`)
    .sign(await importPKCS8(demo.privateKey, 'ES256'));
}

/** Exchanges an assertion for an access token; throws CredentialsEnded where new credentials are the cure. */
export async function fetchAccessToken(demo: Demo): Promise<string> {
  const body = new URLSearchParams({ grant_type: GRANT, assertion: await signAssertion(demo) });
  const response = await fetch(demo.tokenUrl, { method: 'POST', body });
  if (response.status === 400) {
    const { sub_code } = (await response.clone().json()) as TokenErrorResponse;
    if (ENDED.includes(sub_code)) throw new CredentialsEnded(sub_code);
  }
  const answer = await readAnswer<TokenResponse>(response);
  return answer.access_token;
}

/** Creates a transaction. */
export async function createTransaction(
  demo: Demo,
  token: string,
  body: object,
): Promise<CreateTransactionResponse> {
  const response = await fetch(`${demo.baseUrl}/walletid/transaction`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return readAnswer(response);
}

/** Reads the status of a transaction. */
export async function readStatus(demo: Demo, token: string, id: string): Promise<TransactionStatusResponse> {
  const headers = { authorization: `Bearer ${token}` };
  return readAnswer(await fetch(`${demo.baseUrl}/walletid/transactions/${id}`, { headers }));
}

/** Reads the coded reasons of the last step that a transaction went. */
export async function readReasons(demo: Demo, token: string, id: string): Promise<readonly string[]> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${demo.baseUrl}/walletid/transactions/${id}/history`, { headers });
  const { history } = await readAnswer<TransactionHistoryResponse>(response);
  return history.at(-1)?.reasons ?? [];
}
