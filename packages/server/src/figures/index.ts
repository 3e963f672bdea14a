export { CELLS_OF_COMPANIES, deleteCellsOf } from './clear-store.ts';
export { FIGURE_DAYS, stepFigures } from './fold-figures.ts';
export { readFigures } from './read-figures.ts';
export { rebuildFigures } from './rebuild-figures.ts';
