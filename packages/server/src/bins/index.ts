export { type FoundCard, findCardKind } from './find-card-kind.ts';
export { importBins } from './import-bins.ts';
export { BIN_HEADER } from './parse-bins.ts';
