import type { Figure } from '../report.ts';
import type { GalleryTimes } from './measure-gallery.ts';

/** The lines of the report about a search among enrolled faces. */
export const galleryFigures = ({ faces, ...result }: GalleryTimes): Figure[] => {
  const among = `among ${faces / 1000}k enrolled faces`;
  const paged = { what: 'page by page from the database', value: result.pagedMs };
  return [
    { what: `search ${among}, median`, measured: result.searchMs, unit: 'ms', baseline: paged },
    {
      what: `search ${among} after an enrolment`,
      measured: result.afterChangeMs,
      unit: 'ms',
      baseline: paged,
    },
    { what: `first search ${among}`, measured: result.firstMs, unit: 'ms', baseline: paged },
  ];
};
