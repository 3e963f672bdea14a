import { type IssueSdkToken, newLinkCode, unopenedLinkEnd } from '../../captures/index.ts';
import { addSeconds } from '../../kernel/base/clock.ts';
import { newId } from '../../kernel/base/id.ts';
import type { IdentityPlatform } from '../identity-platform.ts';

/** What the platform inside needs; the token lives `linkLifetimeSeconds`, or as long as the process where that is shorter. */
export type BuiltInPlatformOptions = {
  issueSdkToken: IssueSdkToken;
  publicUrl: string;
  linkLifetimeSeconds: number;
  unopenedLinkSeconds: number | undefined;
};

/** The platform inside: processes are carried out on the hosted page, by the same engine and rules as transactions. */
export const createBuiltInPlatform = ({
  issueSdkToken,
  publicUrl,
  linkLifetimeSeconds,
  unopenedLinkSeconds: ofDeployment,
}: BuiltInPlatformOptions): IdentityPlatform => ({
  kind: 'built-in',
  async prepare({ tenantId, webOrigins: origins, linkLifetimeSeconds: ofCompany }, { expirySeconds }, now) {
    const processId = newId(now.getTime());
    const { code, codeHash } = newLinkCode();
    const end = addSeconds(now, expirySeconds);
    const tokenEnd = addSeconds(now, Math.min(linkLifetimeSeconds, expirySeconds));
    const linkEnd = unopenedLinkEnd({ ofCompany, ofDeployment }, now, end);
    const subject = { tenantId, subjectId: processId, origins, now, expiresAt: tokenEnd };
    return {
      processId,
      userRedirectUrl: `${publicUrl}/c/${code}`,
      token: await issueSdkToken(subject),
      expiresAt: end,
      link: { codeHash, expiresAt: linkEnd },
    };
  },
});
