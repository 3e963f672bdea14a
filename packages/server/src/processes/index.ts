export { resultsOf } from './built-in/decide-process.ts';
export { changeProcess, PROCESSES, type ProcessTransition } from './change/change-process.ts';
export { lockProcessesOf } from './change/erase-processes-store.ts';
export { createExternalPlatform, type ExternalPlatform } from './external/external-platform.ts';
export { isProcessFinal, type ProcessStatus } from './process.ts';
export { findProcess, listTenantsOfProcesses } from './process-store.ts';
export { readProcessHistory } from './read-process.ts';
export { lockForReuse, noteReuse } from './reuse/reuse-process.ts';
