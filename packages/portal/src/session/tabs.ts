/** What the tabs of one browser tell each other; nothing of a person. */
export type TabMessage = 'active' | 'locked' | 'unlocked' | 'ended';

const isTabMessage = (data: unknown): data is TabMessage =>
  data === 'active' || data === 'locked' || data === 'unlocked' || data === 'ended';

const channel = new BroadcastChannel('titular-portal');

/** Tells the other tabs. */
export const tellTabs = (message: TabMessage): void => channel.postMessage(message);

/** Hears the other tabs; returns what ends it. */
export function hearTabs(hear: (message: TabMessage) => void): () => void {
  const listen = ({ data }: MessageEvent<unknown>): void => {
    if (isTabMessage(data)) hear(data);
  };
  channel.addEventListener('message', listen);
  return () => channel.removeEventListener('message', listen);
}
