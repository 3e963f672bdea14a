import { compactVerify, errors } from 'jose';
import type { Clock } from '../../kernel/base/clock.ts';
import type { InvalidToken } from '../../kernel/http/admission/authenticate.ts';
import { type CompactJws, checkJwsHeader, parseCompactJws } from '../jose/compact-jws.ts';
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

/** Why claims are those of no token of ours that is valid now, as they tell themselves; nothing of that is verified. */
function explainClaims(realm: TokenRealm, payload: CompactJws['payload'], nowMs: number): InvalidToken {
  if (!isOfRealm(payload, realm)) return 'other_service';
  const { exp } = payload;
  return typeof exp === 'number' && nowMs >= exp * 1000 ? 'expired' : 'invalid';
}

/** The holder of a token as `decodeAccessToken` tells it, or why there is none. One is `forged`, for ever, whose signature is not of the key that it names. */
export async function readSignedToken(
  deps: TokenReaderDeps,
  token: string,
): Promise<SignedHolder | 'forged' | InvalidToken> {
  if (token.length > MAX_ACCESS_TOKEN_LENGTH) return 'invalid';
  const jws = parseCompactJws(token);
  if (!jws || checkJwsHeader(jws.header, accessTokenHeaderRule) !== 'sound') return 'no_access_token';
  const nowMs = deps.clock.now().getTime();
  const holder = readTokenHolder(jws.payload, deps, nowMs);
  if (!holder) return explainClaims(deps, jws.payload, nowMs);
  if (typeof jws.header['kid'] !== 'string') return 'invalid';
  const { kid } = jws.header;
  const key = await deps.signingKeys.find('access-token', kid);
  if (!key) return 'invalid';
  try {
    await compactVerify(token, key, { algorithms: ['ES256'] });
    return { ...holder, kid };
  } catch (error) {
    if (error instanceof errors.JOSEError) return 'forged';
    throw error;
  }
}

/** The holder of a token that we signed and that has not expired (RFC 9068 section 4); whether it still stands is another question. */
export async function decodeAccessToken(
  deps: TokenReaderDeps,
  token: string,
): Promise<SignedHolder | undefined> {
  const read = await readSignedToken(deps, token);
  return typeof read === 'string' ? undefined : read;
}
