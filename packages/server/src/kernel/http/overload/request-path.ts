const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** The path of a request's target as the router finds it: without an authority (RFC 9112 section 3.2.2), and decoded; undefined where it cannot be read. */
export function pathOf(target: string): string | undefined {
  const path = (target.startsWith('/') ? target : target.replace(ABSOLUTE, '')).split(/[?#;]/, 1)[0] ?? '';
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
