import { jwtVerify, SignJWT } from 'jose';
import type { SigningKeys } from '../access-tokens/signing-keys.ts';
import { isId } from '../base/id.ts';
import type { Environment } from '../config.ts';

/** What an SDK token is bound to; origins are the web origins that may embed the page. */
export type SdkTokenSubject = {
  tenantId: string;
  transactionId: string;
  origins: readonly string[];
  now: Date;
  expiresAt: Date;
};

/** Signs an SDK token: `jti` is the transaction, and `typ` and `aud` keep it apart from access tokens (RFC 8725 section 3.11). */
export type IssueSdkToken = (subject: SdkTokenSubject) => Promise<string>;

/** Tells which transaction a token is for; undefined when it is no valid SDK token of this deployment now. */
export type VerifySdkToken = (
  token: string,
  now: Date,
) => Promise<{ tenantId: string; transactionId: string } | undefined>;

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
    return new SignJWT({ tenant: subject.tenantId, env: environment, origins: subject.origins })
      .setProtectedHeader({ alg: 'ES256', typ: SDK_TOKEN_TYPE, kid: key.kid })
      .setIssuer(issuer)
      .setAudience(audienceOf(issuer))
      .setJti(subject.transactionId)
      .setIssuedAt(seconds(subject.now))
      .setExpirationTime(seconds(subject.expiresAt))
      .sign(key.privateKey);
  };
}

/** Verifies SDK tokens: ES256 under one of our keys for them, this issuer, audience and environment, not expired. */
export function createSdkTokenVerifier(
  keys: SigningKeys,
  issuer: string,
  environment: Environment,
): VerifySdkToken {
  return async (token, now) => {
    if (!COMPACT_FORM.test(token)) return undefined;
    try {
      const { payload } = await jwtVerify(
        token,
        async (header) => {
          const key = await keys.find('sdk-token', header.kid ?? '');
          if (!key) throw new Error('unknown key');
          return key;
        },
        {
          algorithms: ['ES256'],
          typ: SDK_TOKEN_TYPE,
          issuer,
          audience: audienceOf(issuer),
          currentDate: now,
          clockTolerance: 0,
        },
      );
      const { jti, tenant, env, exp } = payload;
      const sound = typeof jti === 'string' && isId(jti) && typeof tenant === 'string' && isId(tenant);
      return sound && env === environment && exp !== undefined
        ? { tenantId: tenant, transactionId: jti }
        : undefined;
    } catch {
      return undefined;
    }
  };
}
