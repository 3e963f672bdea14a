import type { Screen } from '../app.ts';
import { actionButton, messageScreen } from '../dom.ts';

interface ErrorOptions {
  isOffline: boolean;
  onRetry: () => void;
}

/** For anything unexpected: nothing was lost, try again. */
export function errorScreen({ isOffline, onRetry }: ErrorOptions): Screen {
  return (t) =>
    messageScreen({
      name: 'error',
      icon: isOffline ? 'offline' : 'info',
      tone: 'notice',
      title: t(isOffline ? 'offlineTitle' : 'errorTitle'),
      paragraphs: [t(isOffline ? 'offlineText' : 'errorText')],
      actions: [actionButton({ action: 'retry', label: t('retry'), onPress: onRetry })],
    });
}
