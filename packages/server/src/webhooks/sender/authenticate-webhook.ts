import type { WebhookAuthentication } from '@titular/contract';
import { basicCredentials, parseApiKey } from './authentication.ts';
import type { TokenCache, TokenRequest } from './token-cache.ts';

/** The headers for one attempt, or one short sentence for the log that holds no credential. `forget` drops the token they hold, `remembered` says that it was there before the attempt. */
export type Authenticated =
  | { kind: 'ready'; headers: Record<string, string>; invalidate(): void; isCached: boolean }
  | { kind: 'failed'; error: string };

/** Whose attempt it is, and what is left of its time in milliseconds. */
export type AuthenticationRequest = Omit<TokenRequest, 'oauth2'> & { authentication: WebhookAuthentication };

const ready = (headers: Record<string, string>): Authenticated => ({
  kind: 'ready',
  headers,
  invalidate: () => undefined,
  isCached: false,
});

/** Gives the headers that authenticate one attempt; a token is fetched when none is remembered. Throws only when `stopping` cut it short. */
export async function authenticateWebhook(
  tokens: TokenCache,
  { authentication, ...request }: AuthenticationRequest,
): Promise<Authenticated> {
  switch (authentication.kind) {
    case 'none':
      return ready({});
    case 'basic':
      return ready({ authorization: basicCredentials(authentication.user, authentication.password) });
    case 'api-key': {
      const parsed = parseApiKey(authentication.key);
      if (!parsed) return { kind: 'failed', error: 'the API key cannot be sent as a header' };
      return ready({ [parsed.header.toLowerCase()]: parsed.value });
    }
    case 'oauth2': {
      const { fetched, isCached } = await tokens.find({ ...request, oauth2: authentication });
      if (fetched.kind === 'failed') return fetched;
      return {
        kind: 'ready',
        headers: { authorization: `Bearer ${fetched.token}` },
        invalidate: () => tokens.invalidate(request.endpointId, fetched),
        isCached,
      };
    }
  }
}
