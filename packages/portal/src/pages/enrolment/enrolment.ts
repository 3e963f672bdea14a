import type { TotpEnrolment } from '@titular/contract';

/** What a person sends as a new way to sign in, as the contract has it. */
type NewAuthenticator =
  | { passkey: Record<string, unknown>; label: string }
  | { password: string; code: string };

/** The calls of one enrolment; each rejects with a refusal. */
export type Enrolment = {
  startPasskey(): Promise<Record<string, unknown>>;
  startTotp(): Promise<TotpEnrolment>;
  finish(authenticator: NewAuthenticator): Promise<void>;
};

const DEVICES: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Macintosh/, 'Mac'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
];

/** A name to begin with for a passkey that is made on this device. */
export const deviceName = (userAgent: string): string =>
  DEVICES.find(([pattern]) => pattern.test(userAgent))?.[1] ?? '';
