import type { ProcessId } from '../kernel/base/id.ts';
import type { Idle } from '../kernel/http/admission/admission.ts';
import type { Company } from '../tenants/index.ts';
import type { NewProcess } from './parse-process-request.ts';

/** Process ready to be stored: id, URL and token for the person, expiry, and the link if it is carried out here. */
export type PreparedProcess = {
  processId: ProcessId;
  userRedirectUrl: string;
  token: string;
  expiresAt: Date;
  link: { codeHash: Buffer; expiresAt: Date } | undefined;
};

/** Where processes are carried out: here, or on a platform of the operator's that has the same interface (design section 6). */
export type IdentityPlatform = {
  kind: 'built-in' | 'external';
  /** Makes a process ready before anything is written; refuses with 50002 where the platform is another one and cannot be used. A platform that knows `onceKey` gives what it gave for it before. */
  prepare(company: Company, input: NewProcess, now: Date, onceKey?: string): Promise<PreparedProcess>;
};

/**
 * The same platform, waited for without a turn where it is another one: a platform that hangs holds up nothing else of the tenant. It is asked
 * for one request by the same key, however often the request comes.
 */
export const forRequest = (
  platform: IdentityPlatform,
  idle: Idle,
  onceKey: string | undefined,
): IdentityPlatform =>
  platform.kind === 'built-in'
    ? platform
    : {
        kind: platform.kind,
        prepare: (company, input, now) => idle(() => platform.prepare(company, input, now, onceKey), true),
      };
