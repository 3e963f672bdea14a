import './style/frame.css';
import './style/content.css';
import './style/overlays.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { LazySearch } from './find/lazy-search.tsx';
import { loadTexts } from './i18n/load-texts.ts';
import { languageStore } from './i18n/use-texts.ts';
import { router } from './routes/router.ts';
import { onFailure } from './service/call.ts';
import { queryClient } from './service/queries.ts';
import { awaitWords, fetchWordsBy } from './service/refusal-words.ts';
import { onClear } from './service/session.ts';
import { whenIdle } from './service/when-idle.ts';
import { slots } from './shell/slots.ts';
import { toasts } from './ui/states/toast-store.ts';

slots.search = LazySearch;
fetchWordsBy(() => loadTexts(languageStore.read(), 'errors'));
whenIdle(awaitWords);
onClear(() => toasts.write([]));

// Fetched before it is needed: with a lost answer the network may be gone.
whenIdle(() =>
  import('./service/after-acts/read-after-failure.ts').then(({ readAfter }) => onFailure(readAfter)),
);

/** The page of who is signed in. */
export const App = () => (
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={router} />
  </QueryClientProvider>
);
