import { DEVICE_CONSENT_VERSION } from '@titular/contract';
import { addSeconds } from '../../kernel/base/clock.ts';
import type { AttemptId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { SubjectRef } from '../../kernel/database/subject-ref.ts';
import type { Company, TenantKeys } from '../../tenants/index.ts';
import type { CaptureSession, Consent } from '../sessions/session-store.ts';
import type { CaptureSubject } from '../subjects/capture-subject.ts';
import { findDeviceUse, isOfMany } from './device-store.ts';

/** Days for which the device of an attempt is kept; no company counts longer ones. */
export const DEVICE_DAYS = 90;

const DAY_SECONDS = 86_400;

/** The rules of a company about devices. */
export type DeviceRules = Pick<Company, 'deviceDays' | 'identitiesPerDevice' | 'deviceManyIdentities'>;

/** The device of a browser by its keyed hash, for a person who agreed to it; undefined where nothing is kept. */
export type ChooseDevice = (consent: Pick<Consent, 'version'>) => Buffer | undefined;

/** Hashes a browser's cookie where the company still counts devices, outside of frames; the consent that an attempt begins with has the last word. */
export async function hashDevice(
  { tenantKeys }: { tenantKeys: TenantKeys },
  { tenantId, embedder }: CaptureSession,
  { dataNotice }: Pick<CaptureSubject, 'dataNotice'>,
  device: string | undefined,
): Promise<ChooseDevice> {
  if (device === undefined || embedder !== undefined || dataNotice.deviceDays === null)
    return () => undefined;
  const hash = (await tenantKeys(tenantId)).hash('device', device);
  return ({ version }) => (version === DEVICE_CONSENT_VERSION ? hash : undefined);
}

/**
 * Whether the device of an attempt was used for more identities than the company allows, that of the attempt counted. Of each subject the latest
 * attempt counts, whatever became of it, of all processes. Undefined where the company does not look, or the page had no cookie.
 */
export async function isDeviceOfMany(
  db: Db,
  tenantId: TenantId,
  { subject, attemptId }: { subject: SubjectRef; attemptId: AttemptId },
  rules: DeviceRules | undefined,
  now: Date,
): Promise<boolean | undefined> {
  if (!rules || rules.deviceManyIdentities === 'ignore') return undefined;
  const use = await findDeviceUse(db, tenantId, subject.id, attemptId);
  if (!use) return undefined;
  const since = addSeconds(now, -rules.deviceDays * DAY_SECONDS);
  return isOfMany(db, tenantId, use, { since, most: rules.identitiesPerDevice });
}
