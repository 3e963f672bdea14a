import type { InvitationLink } from '@titular/contract';
import { invitationLink, type NewInvitation } from '../users/index.ts';

/** An invitation with its link below the portal's origin, which is seen this once. */
export const describeLink = (
  url: string,
  { invitationId: id, kind, code, expiresAt }: NewInvitation,
): InvitationLink => ({ id, link: invitationLink(url, kind, code), expiresAt: expiresAt.toISOString() });
