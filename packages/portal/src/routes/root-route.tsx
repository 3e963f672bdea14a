import { createRootRoute } from '@tanstack/react-router';
import { NotFound } from '../pages/home/not-found.tsx';
import { Frame } from '../shell/frame.tsx';
import { PageFailure } from '../shell/page-failure.tsx';

/** Everything stands in the frame. */
export const rootRoute = createRootRoute({
  component: Frame,
  notFoundComponent: NotFound,
  errorComponent: PageFailure,
});
