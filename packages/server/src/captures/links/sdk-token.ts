import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import { type SigningKeys, signJws } from '../../access-tokens/index.ts';
import type { Environment } from '../../config/config.ts';
import { isId, parseUuid, type TenantId } from '../../kernel/base/id.ts';
import type { SubjectId } from '../../kernel/database/subject-ref.ts';

/** What an SDK token is bound to; origins are the web origins that may embed the page. */
export type SdkTokenSubject = {
  tenantId: TenantId;
  subjectId: SubjectId;
  origins: readonly string[];
  now: Date;
  expiresAt: Date;
};

/** Signs an SDK token: `jti` is the transaction or process, and `typ` and `aud` keep it apart from access tokens (RFC 8725 section 3.11). */
export type IssueSdkToken = (subject: SdkTokenSubject) => Promise<string>;

/** What a token says; `expired` is told only of one that we signed, everything else that is wrong with it is not told apart. */
export type SdkTokenAnswer =
  | { kind: 'valid'; tenantId: TenantId; subjectId: SubjectId; origins: readonly string[] }
  | { kind: 'expired' }
  | { kind: 'invalid' };

/** Tells which transaction or process a token is for, and where it may be used. */
export type VerifySdkToken = (token: string, now: Date) => Promise<SdkTokenAnswer>;

const SDK_TOKEN_TYPE = 'titular-sdk+jwt';
const COMPACT_FORM = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{86}$/;

const audienceOf = (issuer: string): string => `${issuer}/capture`;
const seconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);

/** Issues SDK tokens under the service's own key for them. */
export function createSdkTokenIssuer(
  keys: SigningKeys,
  issuer: string,
  environment: Environment,
): IssueSdkToken {
  return async (subject) => {
    const key = await keys.current('sdk-token');
    const claims = {
      ...{ tenant: subject.tenantId, env: environment, origins: subject.origins },
      ...{ iss: issuer, aud: audienceOf(issuer), jti: subject.subjectId },
      ...{ iat: seconds(subject.now), exp: seconds(subject.expiresAt) },
    };
    return signJws(SDK_TOKEN_TYPE, claims, key);
  };
}

function readClaims(payload: JWTPayload, environment: Environment): SdkTokenAnswer {
  const { jti, tenant, env, exp, origins } = payload;
  // Renewing a link under an id in capitals signed them.
  const subjectId = typeof jti === 'string' ? parseUuid(jti) : undefined;
  const isSound = typeof tenant === 'string' && isId(tenant);
  const areOrigins =
    Array.isArray(origins) && origins.every((origin): origin is string => typeof origin === 'string');
  return isSound && subjectId && areOrigins && env === environment && exp !== undefined
    ? { kind: 'valid', tenantId: tenant, subjectId, origins }
    : { kind: 'invalid' };
}

/** The key that a token names; undefined where it names none. */
function readKeyId(token: string): string | undefined {
  if (!COMPACT_FORM.test(token)) return undefined;
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
}

/** Verifies SDK tokens: ES256 under one of our keys for them, this issuer, audience and environment, not expired. */
export function createSdkTokenVerifier(
  keys: SigningKeys,
  issuer: string,
  environment: Environment,
): VerifySdkToken {
  return async (token, now) => {
    const kid = readKeyId(token);
    // A fault of the database says nothing of the token: it is no reason to refuse it.
    const key = typeof kid === 'string' ? await keys.find('sdk-token', kid) : undefined;
    if (!key) return { kind: 'invalid' };
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['ES256'],
        typ: SDK_TOKEN_TYPE,
        issuer,
        audience: audienceOf(issuer),
        currentDate: now,
        clockTolerance: 0,
      });
      return readClaims(payload, environment);
    } catch (error) {
      return { kind: error instanceof errors.JWTExpired ? 'expired' : 'invalid' };
    }
  };
}
