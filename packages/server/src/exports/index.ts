export { listExports } from './export-store.ts';
export { endExport, listOwnExports, type Reader, readExportPart, toExportView } from './read-export.ts';
export { type ExportDeps, type Exporter, startExport } from './start-export.ts';
export type { StoredExport } from './stored-export.ts';
