import { digest } from '../../kernel/base/secret.ts';
import { newReadableCode, normalizeCode } from '../authenticators/readable-code.ts';
import type { Invitation } from './invitation-store.ts';

/** Characters of an invitation's code: 130 bits. */
const CHARACTERS = 26;
const HOUR_SECONDS = 3_600;

/** Seconds for which each kind may be taken. */
export const INVITATION_SECONDS: Readonly<Record<Invitation['kind'], number>> = {
  operator: HOUR_SECONDS,
  member: 72 * HOUR_SECONDS,
  reset: 24 * HOUR_SECONDS,
};

const PAGES: Readonly<Record<Invitation['kind'], string>> = {
  operator: 'setup',
  member: 'invite',
  reset: 'recover',
};

/** A new code, which nobody keeps. */
export const newInvitationCode = (): string => newReadableCode(CHARACTERS);

/** How a code is kept and found. */
export const codeHashOf = (code: string): Buffer => digest(normalizeCode(code));

/** The link of an invitation; its code stands in the fragment, which browsers send to nobody. */
export const invitationLink = (portalUrl: string, kind: Invitation['kind'], code: string): string =>
  `${portalUrl}/${PAGES[kind]}#${code}`;
