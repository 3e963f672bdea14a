export { deleteDispute, insertDispute, isDisputed } from './gallery/face-dispute-store.ts';
export type { Galleries, GalleryAnswer } from './gallery/gallery.ts';
export { listFaces, listFullest } from './gallery/gallery-store.ts';
export { type HeldFace, planTemplates, type TemplateRules } from './gallery/plan-templates.ts';
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
export { createEngineWatch } from './watch-engine.ts';
