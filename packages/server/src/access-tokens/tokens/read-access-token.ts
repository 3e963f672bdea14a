import { compactVerify, errors } from 'jose';
import type { Clock } from '../../kernel/base/clock.ts';
import type { InvalidToken } from '../../kernel/http/admission/authenticate.ts';
import { checkJwsHeader, parseCompactJws } from '../jose/compact-jws.ts';
import type { SigningKeys } from '../signing-keys/signing-keys.ts';
import {
  type AccessTokenHolder,
  accessTokenHeaderRule,
  isOfRealm,
  readTokenHolder,
  type TokenRealm,
} from './access-token.ts';

/** What reading a token needs. */
export type TokenReaderDeps = TokenRealm & { clock: Clock; signingKeys: SigningKeys };

/** Most characters of an access token. */
export const MAX_ACCESS_TOKEN_LENGTH = 4096;

/** What a token tells, and the key that signed it. */
export type SignedHolder = AccessTokenHolder & { kid: string };

/** The holder of a token as `decodeAccessToken` tells it; `forged` is one whose signature is not of the key that it names, which it stays for ever. */
export async function readSignedToken(
  deps: TokenReaderDeps,
  token: string,
): Promise<SignedHolder | 'forged' | undefined> {
  if (token.length > MAX_ACCESS_TOKEN_LENGTH) return undefined;
  const jws = parseCompactJws(token);
  if (!jws || checkJwsHeader(jws.header, accessTokenHeaderRule) !== 'sound') return undefined;
  const holder = readTokenHolder(jws.payload, deps, deps.clock.now().getTime());
  if (!holder || typeof jws.header['kid'] !== 'string') return undefined;
  const { kid } = jws.header;
  const key = await deps.signingKeys.find('access-token', kid);
  if (!key) return undefined;
  try {
    await compactVerify(token, key, { algorithms: ['ES256'] });
    return { ...holder, kid };
  } catch (error) {
    if (error instanceof errors.JOSEError) return 'forged';
    throw error;
  }
}

/** Why a token is refused that is none of ours and valid now, as its own text tells; nothing of that is verified. */
export function explainInvalid(realm: TokenRealm, token: string, nowMs: number): InvalidToken {
  const jws = parseCompactJws(token);
  if (!jws || checkJwsHeader(jws.header, accessTokenHeaderRule) !== 'sound') return 'no_access_token';
  const { exp } = jws.payload;
  if (!isOfRealm(jws.payload, realm)) return 'other_service';
  return typeof exp === 'number' && nowMs >= exp * 1000 ? 'expired' : 'invalid';
}

/** The holder of a token that we signed and that has not expired (RFC 9068 section 4); whether it still stands is another question. */
export async function decodeAccessToken(
  deps: TokenReaderDeps,
  token: string,
): Promise<SignedHolder | undefined> {
  const read = await readSignedToken(deps, token);
  return read === 'forged' ? undefined : read;
}
