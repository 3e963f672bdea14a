import type { WebhookEvent } from '../wire/transactions.ts';

/** Where a program puts the webhooks it verified, so that waits for an end need not ask. */
export type EventInbox = {
  /** Takes one event, and wakes who waits for its transaction or process; others are dropped. Verify it first: nothing is checked here. */
  accept(event: WebhookEvent): void;
};

/** News of one transaction or process, from when it is followed. */
export type News = {
  /** Waits until an end was told since the last call; rejects with the signal's reason. */
  next(signal: AbortSignal): Promise<void>;
  close(): void;
};

/** The inbox as the client sees it. */
export type InboxReader = {
  /** Whether an end was ever put in: a program that feeds it once will do so again. */
  isFed(): boolean;
  follow(id: string): News;
};

const ENDS: ReadonlySet<string> = new Set(['transaction.finished', 'process.finished', 'process.failed']);

function createNews(close: () => void): News & { tell(): void } {
  let told = false;
  let wake: (() => void) | undefined;
  return {
    tell: () => {
      told = true;
      wake?.();
    },
    next: (signal) =>
      new Promise((resolve, reject) => {
        const stop = (): void => {
          // News that come later are for the next who asks.
          wake = undefined;
          reject(signal.reason);
        };
        wake = () => {
          wake = undefined;
          told = false;
          signal.removeEventListener('abort', stop);
          resolve();
        };
        if (told) wake();
        else if (signal.aborted) stop();
        else signal.addEventListener('abort', stop, { once: true });
      }),
    close,
  };
}

/** Makes an inbox; it holds nothing but who waits, so that its memory is that of the waits. */
export function createEventInbox(): EventInbox & InboxReader {
  const followers = new Map<string, Set<() => void>>();
  let fed = false;

  function follow(id: string): News {
    const ofId = followers.get(id) ?? new Set();
    followers.set(id, ofId);
    const news = createNews(() => {
      ofId.delete(news.tell);
      if (ofId.size === 0 && followers.get(id) === ofId) followers.delete(id);
    });
    ofId.add(news.tell);
    return news;
  }

  function accept(event: WebhookEvent): void {
    if (!ENDS.has(event.type)) return;
    fed = true;
    const { transactionId, processId } = event as { transactionId?: string; processId?: string };
    for (const tell of followers.get(transactionId ?? processId ?? '') ?? []) tell();
  }

  return { accept, follow, isFed: () => fed };
}
