/**
 * Transaction or process named by an SDK token (`jti`, RFC 7519 section 4.1.7), unverified. It names the opening to
 * the shop before the service has answered. Empty for what is no such token.
 */
export function readTokenTransaction(token: string): string {
  try {
    const payload = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const { jti } = JSON.parse(atob(payload)) as { jti?: unknown };
    return typeof jti === 'string' ? jti : '';
  } catch {
    return '';
  }
}
