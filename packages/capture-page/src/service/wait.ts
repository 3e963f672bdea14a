/** Resolves after `delayMs`, or at once when `signal` ends. */
export function wait(delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve();
    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, delayMs);
    signal?.addEventListener('abort', finish);
  });
}

/** Resolves after `delayMs`, or earlier when the browser reports that the network is back. */
export function waitUntilOnlineOr(delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      window.removeEventListener('online', finish);
      resolve();
    };
    const timer = setTimeout(finish, delayMs);
    window.addEventListener('online', finish);
  });
}

/** Resolves while the page is in front: at once, or when the person comes back to it; or when `signal` ends. */
export function waitUntilVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (document.visibilityState === 'hidden' && !signal.aborted) return;
      document.removeEventListener('visibilitychange', check);
      signal.removeEventListener('abort', check);
      resolve();
    };
    document.addEventListener('visibilitychange', check);
    signal.addEventListener('abort', check);
    check();
  });
}

/** Resolves after `delayMs`, earlier when the person comes back to the page, or at once when `signal` ends. */
export function waitUntilSeenOr(delayMs: number, signal: AbortSignal): Promise<void> {
  const coming = new AbortController();
  const check = () => {
    if (document.visibilityState !== 'hidden') coming.abort();
  };
  const leave = () => coming.abort();
  document.addEventListener('visibilitychange', check);
  signal.addEventListener('abort', leave);
  return wait(signal.aborted ? 0 : delayMs, coming.signal).then(() => {
    document.removeEventListener('visibilitychange', check);
    signal.removeEventListener('abort', leave);
  });
}

/** Resolves after `delayMs`, or earlier when a camera is plugged in or out, or `signal` ends. */
export function waitForDeviceOr(delayMs: number, signal: AbortSignal): Promise<void> {
  const changed = new AbortController();
  const finish = () => changed.abort();
  navigator.mediaDevices?.addEventListener?.('devicechange', finish);
  signal.addEventListener('abort', finish);
  return wait(delayMs, changed.signal).then(() => {
    navigator.mediaDevices?.removeEventListener?.('devicechange', finish);
    signal.removeEventListener('abort', finish);
  });
}
