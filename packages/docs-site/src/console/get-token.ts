import { byId } from './dom.ts';
import type { GivenValues } from './given-values.ts';

async function askToken(base: string, client: string, secret: string): Promise<string> {
  const response = await fetch(`${base}/oauth2/token`, {
    ...{ method: 'POST', credentials: 'omit', cache: 'no-store', redirect: 'error' },
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: client, client_secret: secret }),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (typeof answer['access_token'] === 'string') return answer['access_token'];
  throw new Error(
    `${answer['sub_code'] ?? answer['error']}: ${answer['error_description'] ?? response.status}`,
  );
}

/** Makes the button work that gets a token by a client's secret, which the page forgets at once. */
export function openTokenButton(base: string, given: GivenValues): void {
  const [client, secret] = [byId('client', HTMLInputElement), byId('secret', HTMLInputElement)];
  const status = byId('access-status', HTMLElement);
  byId('get-token', HTMLButtonElement).addEventListener('click', async () => {
    const typed = secret.value;
    secret.value = '';
    status.className = '';
    status.textContent = 'Getting a token.';
    try {
      given.setToken(await askToken(base, client.value.trim(), typed.trim()));
      status.textContent = 'The token is in its field. It holds for an hour.';
    } catch (error) {
      status.className = 'wrong';
      status.textContent = `No token was given. ${error instanceof Error ? error.message : ''}`;
    }
  });
}
