import { Secret, TOTP } from 'otpauth';

const PERIOD_SECONDS = 30;
const SEED_BYTES = 20;
/** Steps by which the clock of the device may be off, to either side (RFC 6238, section 5.2). */
const DRIFT_STEPS = 1;

/** A seed of one-time passwords, as bytes. */
export const newTotpSeed = (): Buffer => Buffer.from(new Secret({ size: SEED_BYTES }).bytes);

const open = (seed: Uint8Array, label = ''): TOTP =>
  new TOTP({
    issuer: 'titular',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: new Secret({ buffer: Uint8Array.from(seed).buffer }),
  });

/** A seed as it is typed, and as a QR code holds it. */
export function describeTotp(seed: Uint8Array, name: string): { secret: string; uri: string } {
  const totp = open(seed, name);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The time step of a one-time password; undefined where it is wrong, or of a step that was taken already. */
export function findTotpStep(
  seed: Uint8Array,
  code: string,
  lastStep: number,
  now: Date,
): number | undefined {
  const delta = open(seed).validate({ token: code, timestamp: now.getTime(), window: DRIFT_STEPS });
  if (delta === null) return undefined;
  const step = Math.floor(now.getTime() / 1_000 / PERIOD_SECONDS) + delta;
  return step > lastStep ? step : undefined;
}
