const scriptingSchemes = ['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:', 'filesystem:'];

/** The address to leave for, exactly as the server gave it; undefined for none and for schemes that run or show content of ours. */
export function findLeaveAddress(redirectUrl: string | null): string | undefined {
  if (redirectUrl === null) return undefined;
  try {
    return scriptingSchemes.includes(new URL(redirectUrl).protocol) ? undefined : redirectUrl;
  } catch {
    return undefined;
  }
}
