export { deleteDispute, insertDispute, isDisputed } from './gallery/face-dispute-store.ts';
export { ASSUMED_FMRS, falseOtherIdentity } from './gallery/false-matches.ts';
export type { Galleries, GalleryAnswer } from './gallery/gallery.ts';
export { listFaces, listFullest } from './gallery/gallery-store.ts';
export { type HeldFace, planTemplates, type TemplateRules } from './gallery/plan-templates.ts';
export { type GalleryQuestion, type PreparedSearch, untilInStep } from './gallery/prepared-search.ts';
export {
  deleteReplacedTemplates,
  deleteTemplates,
  findTemplateOwner,
  insertTemplate,
  listTemplates,
  lockGallery,
  lockIdentity,
  noteMatch,
  openDescriptor,
  setFaceErasure,
} from './gallery/template-store.ts';
export { faceLimit } from './search/gallery-size.ts';
export { createEngineWatch } from './watch-engine.ts';
