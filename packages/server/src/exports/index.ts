export { endExport } from './end-export.ts';
export { exportAsOperator, type OperatorExport } from './export-as-operator.ts';
export { countWriting, listExports } from './export-store.ts';
export { auditReach, mayHavePersons, type Reader } from './reach.ts';
export { listOwnExports, readExportPart, toExportView, toFilters } from './read-export.ts';
export { parseProposedExport, startApprovedExport, startExport } from './start-export.ts';
export type { ExportDeps, StoredExport } from './stored-export.ts';
