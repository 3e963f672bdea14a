export { copyFaceHashes } from './attack-signals/copy-face-hashes.ts';
export { findSeenSignals, type HashKeys, recordImageHashes } from './attack-signals/seen-frames.ts';
export {
  addUp,
  listAttackSignals,
  listAttackSignalsOf,
  type RecordedSignal,
  recordAttackSignal,
} from './attack-signals/signal-store.ts';
export {
  closedObservations,
  endAttempt,
  findLatestAttempt,
  insertAttempt,
  updateAttempt,
} from './attempts/attempt-store.ts';
export {
  listRecordedAttempts,
  listRecordedFrames,
  type RecordedAttempt,
  type RecordedFrame,
} from './attempts/capture-record-store.ts';
export { shareOfDay, startOfShare, waitForShare } from './attempts/daily-attempt-limit.ts';
export type { ShownFor } from './attempts/day-attempts-store.ts';
export { findFirstMeasure, insertFrame } from './attempts/frame-store.ts';
export { checkReason, type ImageRef, openImage, refuseNames } from './attempts/open-image.ts';
export { countSingleVersion } from './attempts/single-version-store.ts';
export type { WrongMovements } from './attempts/submit-frame.ts';
export { makeUnwatchedAttempt } from './attempts/unwatched-attempt.ts';
export { NOTHING_OBSERVED } from './challenge/observations.ts';
export { offeredMovements } from './challenge/offered-movements.ts';
export { deleteDeviceUses } from './devices/device-store.ts';
export { type IssueLinkDeps, issueLink, replaceLink } from './links/issue-link.ts';
export { newLinkCode, unopenedLinkEnd } from './links/link.ts';
export { insertLink } from './links/link-store.ts';
export { createSdkTokenIssuer, type IssueSdkToken } from './links/sdk-token.ts';
export { deletePageEventsOf } from './page-events/clear-company-store.ts';
export { listPageEvents, PAGE_EVENT_DAYS, sumPageSessions } from './page-events/page-event-store.ts';
export { makeUpVisit } from './sessions/make-up-visit.ts';
export { companyBranding } from './subjects/branding.ts';
export type { CaptureCase, GatheredCapture, JudgeDeps } from './subjects/capture-case.ts';
export { type DeploymentPolicy, policyOf, templateRulesOf } from './subjects/capture-policy.ts';
export type { BeginAnswer, CaptureFailure, CaptureSubject, SubjectPort } from './subjects/capture-subject.ts';
export { descriptorIn, versionsIn } from './subjects/compared-versions.ts';
export { dataNoticeOf } from './subjects/data-notice.ts';
export { lockAttempts } from './subjects/erase-captures-store.ts';
export { judgeCapture, type KeptDecision, withGathered } from './subjects/judge-capture.ts';
export { type PageAppearance, parsePageAppearance, toPageAppearance } from './subjects/page-appearance.ts';
export {
  countDecision,
  countEvent,
  decisionDelay,
} from './subjects/subject-metrics.ts';
