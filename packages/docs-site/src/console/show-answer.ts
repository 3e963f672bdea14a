import type { TryCodes, TryOperation } from '@titular/contract/try-operation';
import { make, prose } from './dom.ts';

/** Headers that tell a developer something, besides those of the contract. */
const SEEN = new Set(['content-type', 'content-length', 'location', 'retry-after', 'x-request-id']);

const isSeen = (name: string, { headers }: TryOperation): boolean =>
  SEEN.has(name) || name.startsWith('ratelimit') || headers.includes(name);

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** An answer as it came: its body as text, or how many bytes it has where it is none. */
export type Answer = { status: number; statusText: string; headers: Headers; text: string; value: unknown };

/** Reads an answer to its end. */
export async function readAnswer(response: Response): Promise<Answer> {
  const { status, statusText, headers } = response;
  const type = headers.get('content-type') ?? '';
  if (/^(?:image\/|application\/pdf)/.test(type)) {
    const { byteLength } = await response.arrayBuffer();
    return { status, statusText, headers, text: `${byteLength} bytes of ${type}`, value: undefined };
  }
  const text = await response.text();
  return { status, statusText, headers, text, value: parse(text) };
}

function renderHeaders(headers: Headers, operation: TryOperation): HTMLElement {
  const seen = [...headers].filter(([name]) => isSeen(name, operation));
  return make(
    'dl',
    { class: 'headers-seen' },
    ...seen.flatMap(([name, value]) => [make('dt', {}, make('code', {}, name)), make('dd', {}, value)]),
  );
}

/** The code of a refusal, of the API or of the token endpoint. */
function codeOf(value: unknown): string | undefined {
  const { code, sub_code: subCode } = Object(value) as Record<string, unknown>;
  return [code, subCode].find((one): one is string => typeof one === 'string');
}

function renderRemedy(code: string, codes: TryCodes): HTMLElement[] {
  const known = codes[code];
  if (!known) return [];
  const title = make('h3', {}, make('code', {}, code), ` ${known.summary}`);
  const link = make('p', {}, make('a', { href: `/docs#code-${code}` }, 'This code in the reference'));
  return [make('div', { class: 'remedy' }, title, ...prose(known.description), link)];
}

/** Shows status, headers and body, and of a refusal what to do. */
export function renderAnswer(answer: Answer, operation: TryOperation, codes: TryCodes): HTMLElement[] {
  const { status, statusText, headers, text, value } = answer;
  const shown = value === undefined ? text : JSON.stringify(value, null, 2);
  const code = codeOf(value);
  const line = make(
    'p',
    {},
    make('span', { class: `status s${String(status).charAt(0)}` }, String(status)),
    ` ${statusText}`,
  );
  return [
    ...[make('h3', {}, 'Answer'), line],
    ...(code === undefined || status < 400 ? [] : renderRemedy(code, codes)),
    renderHeaders(headers, operation),
    ...(shown === ''
      ? []
      : [
          make(
            'pre',
            { class: 'answer', tabindex: '0', role: 'group', 'aria-label': 'Body of the answer' },
            make('code', {}, shown),
          ),
        ]),
  ];
}

/** The id in an answer: its own, that of what it holds, or that of the first entry of its list. */
export function idOf(value: unknown): string | undefined {
  const held = Object.values(Object(value) as object).map((one) => (Array.isArray(one) ? one[0] : one));
  return [value, ...held]
    .map((one) => (Object(one) as { id?: unknown }).id)
    .find((id): id is string => typeof id === 'string');
}
