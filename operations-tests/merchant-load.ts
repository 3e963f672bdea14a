import type { readDemo } from '@titular/test-kit/service-process.ts';

type Demo = Awaited<ReturnType<typeof readDemo>>;

/** What clients have asked so far, and every answer that a merchant would have to try again or to look into. */
export type Load = {
  times: readonly number[];
  failures: readonly string[];
  /** Resolves when each client has had its last answer. */
  stop: () => Promise<void>;
};

const CLIENTS = 4;
const CALLS_PER_TOKEN = 20;
const API = '/api/public/v1/walletid';

const cardOf = (demo: Demo, orderNumber: string): string =>
  JSON.stringify({
    company: demo.companyId,
    orderNumber,
    identity: { key: 'cpf', value: '52998224725' },
    card: {
      binDigits: '41111111',
      lastDigits: '1111',
      name: 'Maria da Silva',
      expirationDate: '12/39',
    },
  });

/** Lets clients fetch tokens, list and create transactions one after the other; nothing is tried a second time. */
export function startLoad(url: string, demo: Demo): Load {
  const times: number[] = [];
  const failures: string[] = [];
  let isOver = false;

  async function ask(path: string, init: RequestInit): Promise<Record<string, unknown>> {
    const since = performance.now();
    try {
      const response = await fetch(`${url}${path}`, init);
      const text = await response.text();
      if (response.status === 200) return JSON.parse(text);
      failures.push(`${path}: ${response.status} ${text}`);
    } catch (error) {
      failures.push(`${path}: ${(error as Error).cause ?? error}`);
    } finally {
      times.push(performance.now() - since);
    }
    return {};
  }

  async function fetchToken(): Promise<string | undefined> {
    const basic = Buffer.from(`${demo.clientId}:${demo.clientSecret}`).toString('base64');
    const token = await ask('/oauth2/token', {
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
    });
    return token['access_token'] === undefined ? undefined : `Bearer ${token['access_token']}`;
  }

  async function listAndCreate(authorization: string): Promise<void> {
    await ask(`${API}/transactions`, { headers: { authorization } });
    const order = crypto.randomUUID();
    const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': order };
    await ask(`${API}/transaction`, { method: 'POST', headers, body: cardOf(demo, order) });
  }

  async function work(): Promise<void> {
    while (!isOver) {
      const authorization = await fetchToken();
      for (let call = 0; authorization && call < CALLS_PER_TOKEN && !isOver; call++)
        await listAndCreate(authorization);
    }
  }

  const clients = Promise.all(Array.from({ length: CLIENTS }, work));
  return {
    times,
    failures,
    stop: async () => {
      isOver = true;
      await clients;
    },
  };
}
