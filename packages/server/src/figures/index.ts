export { FIGURE_DAYS } from './fold-figures.ts';
export { readFigures } from './read-figures.ts';
export { rebuildFigures } from './rebuild-figures.ts';
