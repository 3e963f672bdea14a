import { type IssueSdkToken, newLinkCode } from '../../captures/index.ts';
import { addSeconds } from '../../kernel/base/clock.ts';
import { newId } from '../../kernel/base/id.ts';
import type { IdentityPlatform } from '../identity-platform.ts';

/** What the platform inside needs; link and token live `linkLifetimeSeconds`, or as long as the process where that is shorter. */
export type BuiltInPlatformOptions = {
  issueSdkToken: IssueSdkToken;
  publicUrl: string;
  linkLifetimeSeconds: number;
};

/** The platform inside: processes are carried out on the hosted page, by the same engine and rules as transactions. */
export const createBuiltInPlatform = ({
  issueSdkToken,
  publicUrl,
  linkLifetimeSeconds,
}: BuiltInPlatformOptions): IdentityPlatform => ({
  kind: 'built-in',
  async prepare({ tenantId, webOrigins: origins }, { expirySeconds }, now) {
    const processId = newId(now.getTime());
    const { code, codeHash } = newLinkCode();
    const linkEnd = addSeconds(now, Math.min(linkLifetimeSeconds, expirySeconds));
    const subject = { tenantId, subjectId: processId, origins, now, expiresAt: linkEnd };
    return {
      processId,
      userRedirectUrl: `${publicUrl}/c/${code}`,
      token: await issueSdkToken(subject),
      expiresAt: addSeconds(now, expirySeconds),
      link: { codeHash, expiresAt: linkEnd },
    };
  },
});
