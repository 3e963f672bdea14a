import { lazy, Suspense } from 'react';

const SearchBox = lazy(() => import('./search-box.tsx').then((module) => ({ default: module.SearchBox })));

/** The search box in the place that is kept for it: its code comes after the first page. */
export const LazySearch = () => (
  <Suspense fallback={<div className="search-place" />}>
    <SearchBox />
  </Suspense>
);
