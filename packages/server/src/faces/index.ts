export { countProgress, type VersionProgress } from './change/count-progress.ts';
export { hasMissed, type MissedSearch, type PreparedMissed, prepareMissed } from './change/left-behind.ts';
export {
  createOtherMeasures,
  type OtherEngine,
  type OtherMeasure,
  type OtherMeasures,
} from './change/other-engine.ts';
export {
  type BesideAnswer,
  type BesideQuestion,
  combineAnswers,
  type PreparedBeside,
  prepareBeside,
  searchBeside,
} from './change/search-beside.ts';
export { deleteDispute, findDispute, insertDispute, isDisputed } from './gallery/face-dispute-store.ts';
export { isFaceOfMany } from './gallery/face-links-store.ts';
export { ASSUMED_FMRS, falseOtherIdentity } from './gallery/false-matches.ts';
export { createGalleries, type Galleries, type GalleryAnswer } from './gallery/gallery.ts';
export { listFaces, listFullest } from './gallery/gallery-store.ts';
export {
  type HeldFace,
  MAX_TEMPLATES,
  planTemplates,
  type TemplatePlan,
  type TemplateRules,
  WORTH_KEEPING,
} from './gallery/plan-templates.ts';
export {
  type GalleryQuestion,
  type PreparedSearch,
  SearchAgainError,
  untilInStep,
} from './gallery/prepared-search.ts';
export {
  confirmTemplates,
  deleteReference,
  findPresence,
  findReference,
  insertReference,
  type Provenance,
  type Reference,
} from './gallery/reference-store.ts';
export {
  deleteReplacedTemplates,
  deleteTemplates,
  deleteTemplatesOfSubjects,
  findFaceErasure,
  findTemplateOwner,
  insertTemplate,
  listTemplates,
  lockGallery,
  lockIdentity,
  lockToEnrol,
  noteMatch,
  openDescriptor,
  type SealedTemplate,
  setFaceErasure,
} from './gallery/template-store.ts';
export { refuseForEngine } from './refuse-for-engine.ts';
export { faceLimit } from './search/gallery-size.ts';
export { SearchThreads } from './search/search-threads.ts';
export { createEngineWatch } from './watch-engine.ts';
