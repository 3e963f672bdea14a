import { DEVICE_CONSENT_VERSION } from '@titular/contract';
import { addSeconds } from '../../kernel/base/clock.ts';
import type { AttemptId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { SubjectRef } from '../../kernel/database/subject-ref.ts';
import type { Company, TenantKeys } from '../../tenants/index.ts';
import type { CaptureSession } from '../sessions/session-store.ts';
import type { CaptureSubject } from '../subjects/capture-subject.ts';
import { findDeviceUse, isOfMany } from './device-store.ts';

/** Days for which the device of an attempt is kept; no company counts longer ones. */
export const DEVICE_DAYS = 90;

const DAY_SECONDS = 86_400;

/** The rules of a company about devices. */
export type DeviceRules = Pick<Company, 'deviceDays' | 'identitiesPerDevice' | 'deviceManyIdentities'>;

/** The keyed hash of a browser's cookie, where the person agreed to it and the company still counts devices; else undefined, and nothing is kept. */
export async function hashDevice(
  { tenantKeys }: { tenantKeys: TenantKeys },
  { tenantId, consentVersion, embedder }: CaptureSession,
  { dataNotice }: Pick<CaptureSubject, 'dataNotice'>,
  device: string | undefined,
): Promise<Buffer | undefined> {
  const isAgreed = consentVersion === DEVICE_CONSENT_VERSION && embedder === undefined;
  if (device === undefined || !isAgreed || dataNotice.deviceDays === null) return undefined;
  return (await tenantKeys(tenantId)).hash('device', device);
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
