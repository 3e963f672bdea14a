import { TitularNetworkError } from './errors.ts';

type Dispatcher = { constructor: { name: string; new (options: object): object } };

/** Under these names Node.js keeps what its fetch sends requests by, the newer first. */
const DISPATCHERS = ['undici.globalDispatcher.2', 'undici.globalDispatcher.1'];

function presentDispatcher(): Dispatcher | undefined {
  const kept = globalThis as unknown as Record<symbol, Dispatcher | undefined>;
  return DISPATCHERS.map((name) => kept[Symbol.for(name)]).find((one) => one !== undefined);
}

const READABLE =
  'baseUrl is http, and the global dispatcher of fetch is a proxy, which would read the credentials: use https, or the option fetch';

/** The platform's fetch, which leads https over its proxy, and plain http over none: a proxy would read the credentials. */
export function platformFetch(origin: string): typeof globalThis.fetch {
  let direct: object | undefined;
  // All is looked up at each call: tools that watch a program put their own in its place later, and programs set a proxy.
  return async (address, init) => {
    const dispatcher = origin.startsWith('http:') ? presentDispatcher() : undefined;
    const Made = dispatcher?.constructor;
    if (!Made?.name.includes('Proxy')) return globalThis.fetch(address, init);
    if (Made.name !== 'EnvHttpProxyAgent') throw new TitularNetworkError('PROXY', READABLE, false);
    direct ??= new Made({ httpProxy: '', httpsProxy: '', noProxy: '*' });
    return globalThis.fetch(address, { ...init, dispatcher: direct } as RequestInit);
  };
}
