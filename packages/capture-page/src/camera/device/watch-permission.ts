/** Runs `onAllowed` once the camera is allowed in the browser's settings, where the browser tells of it (Permissions API); until `signal` ends. */
export async function watchPermission(signal: AbortSignal, onAllowed: () => void): Promise<void> {
  try {
    const status = await navigator.permissions.query({ name: 'camera' });
    const check = () => {
      if (status.state !== 'granted' || signal.aborted) return;
      stop();
      onAllowed();
    };
    const stop = () => status.removeEventListener('change', check);
    status.addEventListener('change', check);
    signal.addEventListener('abort', stop);
  } catch {
    // A browser that does not tell leaves it to the button.
  }
}
