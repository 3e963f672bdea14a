import type { DecisionPolicy, Evidence } from '@titular/server/decision/decision.ts';

/** Rules of a company that enrols first faces. */
export const policy: DecisionPolicy = {
  templatePolicy: 'enrol',
  matchThreshold: 0.5,
  samePersonThreshold: 0.45,
  faceOfAnotherIdentity: 'refuse',
  notedSigns: [],
  distanceChallenge: 'known',
  outdatedTemplate: 'refuse',
  fullGallery: 'refuse',
};

/** What the person is asked to show, in order. */
export const poses: readonly string[] = ['front', 'left', 'front'];

/** A live person who is compared with the enrolled face. */
export const live: Evidence = {
  askedPoses: poses,
  frames: poses.map((pose) => ({ pose, distanceToFirst: 0.2 })),
  reference: { kind: 'compared', distance: 0.3 },
  otherFaceDistance: undefined,
  gallery: 'open',
  isStatedIdentity: false,
  livenessBy: 'challenge',
  signs: [],
};
