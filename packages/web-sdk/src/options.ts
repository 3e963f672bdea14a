import { hasIdForm } from '@titular/contract/id-pattern';
import { OVERLAY_WORDS } from './frame/overlay.ts';
import { TitularError } from './titular-error.ts';
import type { InitOptions, Language, OpenOptions, SdkType } from './types.ts';

const TYPES: readonly SdkType[] = ['IFRAME', 'REDIRECT'];
const LANGUAGES = Object.keys(OVERLAY_WORDS);
const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\]|[a-z0-9-]+\.localhost)$/;

/** What `init` made of its options; `origin` is the service's, exactly as browsers name it. */
export type Settings = { type: SdkType; origin: string; language: Language | undefined };

const wrong = (detail: string): never => {
  throw new TitularError('invalid_options', detail);
};

/** The origin of a service's address: https, or http on this computer, and nothing after the host; refuses with `invalid_options`. */
export function parseBaseUrl(text: unknown): string {
  if (typeof text !== 'string' || text === '')
    return wrong('baseUrl has to be the address of the service, such as "https://verify.bank.example".');
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return wrong(`baseUrl "${text}" is no address; it begins with https://.`);
  }
  const isSecure = url.protocol === 'https:' || (url.protocol === 'http:' && LOCAL.test(url.hostname));
  if (!isSecure) return wrong('baseUrl has to begin with https://; http is for this computer alone.');
  if (url.username || url.password || url.search || url.hash || url.pathname !== '/')
    return wrong('baseUrl is the scheme, host and port of the service, without a path.');
  return url.origin;
}

/** Checks what `init` was given; `ownOrigin` is where the SDK's script came from, if it is known. */
export function parseInitOptions(options: InitOptions, ownOrigin?: string): Settings {
  if (typeof options !== 'object' || options === null)
    return wrong('init takes an object: { type, baseUrl }.');
  const { type, baseUrl, env, environments, language } = options;
  if (!TYPES.includes(type)) return wrong('type has to be "IFRAME" or "REDIRECT".');
  if (language !== undefined && !LANGUAGES.includes(language))
    return wrong(`language has to be one of ${LANGUAGES.join(', ')}.`);
  if (baseUrl !== undefined && env !== undefined) return wrong('Give baseUrl or env, not both.');
  if (env === undefined) return { type, origin: parseBaseUrl(baseUrl ?? ownOrigin), language };
  const names = Object.keys(environments ?? {});
  if (!names.includes(env))
    return wrong(`env "${env}" is none of the environments that were given (${names.join(', ') || 'none'}).`);
  return { type, origin: parseBaseUrl(environments?.[env]), language };
}

/** Checks what `open` was given; refuses with `invalid_options`. */
export function checkOpenOptions(options: OpenOptions): void {
  if (typeof options !== 'object' || options === null)
    wrong('open takes an object: { transactionId, token, onFinish, onError }.');
  const { token, transactionId, onFinish, onError, onEvent } = options;
  if (typeof token !== 'string' || token === '')
    wrong('token has to be the `token` that creating the transaction or the process answered.');
  if (transactionId !== undefined && !(typeof transactionId === 'string' && hasIdForm(transactionId)))
    wrong('transactionId has to be the `id` that creating the transaction or the process answered.');
  for (const [name, given] of Object.entries({ onFinish, onError, onEvent }))
    if (given !== undefined && typeof given !== 'function') wrong(`${name} has to be a function.`);
}
