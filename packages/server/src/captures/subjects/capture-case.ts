import type { CardNameResult } from '@titular/contract';
import type { Kysely } from 'kysely';
import type { DecisionPolicy, Evidence, LinkReason, SeenSignal } from '../../decision/index.ts';
import type {
  Galleries,
  OtherMeasures,
  PreparedBeside,
  PreparedMissed,
  PreparedSearch,
  TemplateRules,
} from '../../faces/index.ts';
import type { Clock } from '../../kernel/base/clock.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import type { NoteSecurity } from '../../kernel/base/security-log.ts';
import type { SubjectId, SubjectRef } from '../../kernel/database/subject-ref.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { Company, OpenDeploymentKey, TenantKey } from '../../tenants/index.ts';
import type { KeptFrame } from '../attempts/frame-store.ts';
import type { DeviceRules } from '../devices/find-device-link.ts';
import type { Consent } from '../sessions/session-store.ts';
import type { ComparedVersions } from './compared-versions.ts';

/** The rules of a company about faces of many identities. */
type FaceRules = Pick<Company, 'faceDays' | 'identitiesPerFace' | 'faceManyIdentities'>;

/** What judging needs. */
export type JudgeDeps = {
  db: Kysely<Tables>;
  clock: Clock;
  galleries: Galleries;
  faceHashKey: OpenDeploymentKey;
  engineVersion: string;
  /** There in a change of engine. */
  otherEngine: OtherMeasures | undefined;
  noteSecurity: NoteSecurity;
};

/** The rules of a company about what a capture is linked with. */
export type CaptureLinkRules = DeviceRules & FaceRules;

/** A capture that is judged, whom it is to show, and what opens the tenant's data. */
export type CaptureCase = {
  tenantId: TenantId;
  /** What is decided. */
  subjectId: SubjectId;
  /** The one for which the capture was made: another one where a process is reused. */
  capturedFor: SubjectRef;
  /** The identity the person is measured against: the one they stated, or else the one that was sent. */
  claimed: { key: string; hash: Buffer };
  sentHash: Buffer;
  isStated: boolean;
  livenessBy: Evidence['livenessBy'];
  key: TenantKey;
  policy: DecisionPolicy;
  /** What a service of the operator's says of the card; absent of what has none. */
  card?: Evidence['card'];
  rules: TemplateRules;
  /** How the name on the card agrees with those known for the identity; absent where there is no card, or nobody compared. */
  cardName?: CardNameResult | undefined;
  /** The company, by whose rules faces and devices of many identities are found; undefined of one that is gone. */
  company: CaptureLinkRules | undefined;
  /** What was found of other identities of the card, and other cards of the identity; absent where nobody looked. */
  links?: readonly LinkReason[] | undefined;
};

/** All of a capture that no longer changes, and the search that was made before the locks. */
export type GatheredCapture = {
  frames: KeptFrame[];
  askedPoses: readonly string[];
  consent: Consent | undefined;
  signs: SeenSignal[];
  /** Whether the device is one of many identities; undefined where nobody looked. */
  isDeviceOfMany: boolean | undefined;
  versions: ComparedVersions;
  /** The search among the enrolled faces; absent where the capture is comparable with none. */
  searched: PreparedSearch | undefined;
  /** The same in the other version that the first frame has. */
  searchedBeside: PreparedBeside | undefined;
  /** In a change, whom the search could not meet because the first frame has no other version. */
  missed: PreparedMissed | undefined;
};
