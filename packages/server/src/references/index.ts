export {
  type DuplicateRule,
  type ImportPhase,
  type ImportResult,
  importReferences,
  rowsAtOnce,
} from './import/import-references.ts';
export { IMPORT_COLUMNS } from './import/import-row.ts';
export { CSV_NAME, findInput } from './import/photograph-files.ts';
export { withImportLock } from './lock-import.ts';
