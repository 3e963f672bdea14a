import type { Screen } from '../app.ts';
import { actionButton, el, messageScreen } from '../dom.ts';

interface ErrorOptions {
  isOffline: boolean;
  /** By which the operator finds the call in the log; undefined where none was answered. */
  reference: string | undefined;
  onRetry: () => void;
}

/** For anything unexpected: nothing was lost, try again. */
export function errorScreen({ isOffline, reference, onRetry }: ErrorOptions): Screen {
  return (t) =>
    messageScreen({
      name: 'error',
      icon: isOffline ? 'offline' : 'info',
      tone: 'notice',
      title: t(isOffline ? 'offlineTitle' : 'errorTitle'),
      paragraphs: [
        t(isOffline ? 'offlineText' : 'errorText'),
        reference === undefined || isOffline
          ? undefined
          : el(
              'p',
              { class: 'note reference', 'data-note': 'reference' },
              t('errorReference', { reference }),
            ),
      ],
      actions: [actionButton({ action: 'retry', label: t('retry'), onPress: onRetry })],
    });
}
