import './style/frame.css';
import './style/content.css';
import './style/overlays.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { LazySearch } from './find/lazy-search.tsx';
import { router } from './routes/router.ts';
import { queryClient } from './service/queries.ts';
import { onClear } from './service/session.ts';
import { slots } from './shell/slots.ts';
import { toasts } from './ui/states/toast-store.ts';

slots.search = LazySearch;
onClear(() => toasts.write([]));

/** The page of who is signed in. */
export const App = () => (
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={router} />
  </QueryClientProvider>
);
