import { refusal, type Step, status } from '../services/scripted-service.ts';

/** An id that the calls of the cases name. */
export const CASE_ID = '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e';

/** The body of the creates. */
export const CASE_REQUEST = {
  identity: { key: 'cpf', value: '52998224725' },
  orderNumber: 'order-1001',
  company: CASE_ID,
  card: { binDigits: '41111111', lastDigits: '1111', name: 'Maria da Silva' },
};

/** One call of a client without chance, whose clock counts waits: what it asks, how long it waits, how it ends. */
export type RetryCase = {
  name: string;
  call: 'create' | 'read' | 'renewLink';
  script: readonly Step[];
  tokenScript?: readonly Step[];
  maxRetries: number;
  waitSeconds: readonly number[];
  requests: number;
  tokens: number;
  /** Kind and code of the error; nothing for a success. */
  error?: { kind: string; code?: string; retryable: boolean };
};

const invalidToken = {
  status: 403,
  body: { code: '40301', message: 'Refused with 40301.' },
  headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
};
const challenge: Step = {
  status: 401,
  headers: { 'www-authenticate': 'Bearer realm="gateway", error="invalid_token"' },
};
/** What a gateway before the service asks for, in a line of its own. */
const BASIC = 'Basic realm="gateway"';
const refusedToken = (word: string, code: number, headers: Record<string, string> = {}): Step => ({
  status: code,
  body: { error: word, error_description: 'Refused.', sub_code: `${word}_of_case` },
  headers,
});
const once = { requests: 1, tokens: 1, waitSeconds: [], maxRetries: 5 };
const three = [1, 2, 3];

/** Values of Retry-After, with the seconds that each names; undefined of one that names no time. */
const RETRY_AFTERS: readonly (readonly [header: string, seconds: number | 'too long' | undefined])[] = [
  ['0', 0],
  ['007', 7],
  ['300', 300],
  ['+3', undefined],
  ['1.5', undefined],
  ['3 s', undefined],
  ['3, 4', undefined],
  ['9999999999', 'too long'],
  ['99999999999999999999999999', 'too long'],
  ['Mon, 03 Aug 2015 10:00:00 GMT', 0],
  ['Monday, 03-Aug-15 10:00:00 GMT', 0],
  ['Mon Aug  3 10:00:00 2015', 0],
  ['Fri, 31 Dec 2100 23:59:59 GMT', 'too long'],
  ['Thu, 03 Aug 2015 10:00:00 GMT', 0],
  ['Mon, 3 Aug 2015 10:00:00 GMT', undefined],
  ['Mon, 03 Aug 2015 10:00:00 +0200', undefined],
  ['Mon, 03 Aug 2015 10:00:00', undefined],
  ['Mon, 31 Feb 2015 10:00:00 GMT', undefined],
  ['Mon, 03 Foo 2015 10:00:00 GMT', undefined],
  ['Mon, 03 Aug 2015 24:00:00 GMT', undefined],
  ['mon, 03 aug 2015 10:00:00 GMT', undefined],
  ['2015-08-03T10:00:00Z', undefined],
];

/** What every client does alike. */
export const RETRY_CASES: readonly RetryCase[] = [
  { ...once, name: 'a success is asked for once', call: 'read', script: [] },
  {
    name: 'without Retry-After waits are 1, 2, 4, 8, 16, 32 and then 60 s (R71)',
    call: 'read',
    script: Array<Step>(9).fill(refusal('42901')),
    maxRetries: 9,
    waitSeconds: [1, 2, 4, 8, 16, 32, 60, 60, 60],
    requests: 10,
    tokens: 1,
  },
  {
    name: 'Retry-After goes before all other waits (R71)',
    call: 'create',
    script: [refusal('42901', { 'retry-after': '3' }), refusal('42902', { 'retry-after': '7' })],
    maxRetries: 5,
    waitSeconds: [3, 7],
    requests: 3,
    tokens: 1,
  },
  {
    ...once,
    name: 'a Retry-After beyond 300 s is told at once',
    call: 'read',
    script: [refusal('42901', { 'retry-after': '301' })],
    error: { kind: 'api', code: '42901', retryable: true },
  },
  ...(['reset', 'cut', 'not-json', refusal('50001'), refusal('40029')] as const).map(
    (step): RetryCase => ({
      name: `a create is repeated after ${typeof step === 'string' ? step : step.body && JSON.stringify(step.body)} (R72)`,
      call: 'create',
      script: [step],
      maxRetries: 5,
      waitSeconds: [1],
      requests: 2,
      tokens: 1,
    }),
  ),
  {
    name: 'a Retry-After that names no time is none (R71)',
    call: 'create',
    script: [refusal('42901', { 'retry-after': 'soon' }), refusal('42901', { 'retry-after': '-1' })],
    maxRetries: 5,
    waitSeconds: [1, 2],
    requests: 3,
    tokens: 1,
  },
  {
    name: 'a Retry-After that is there twice is none (R71)',
    call: 'read',
    script: [refusal('42901', { 'retry-after': ['3', '7'] })],
    maxRetries: 5,
    waitSeconds: [1],
    requests: 2,
    tokens: 1,
  },
  ...RETRY_AFTERS.map(([header, seconds]): RetryCase => {
    const name = `a Retry-After ${JSON.stringify(header)} is ${seconds ?? 'none'} (R71)`;
    const asked = { name, call: 'read' as const, script: [refusal('42901', { 'retry-after': header })] };
    return seconds === 'too long'
      ? { ...once, ...asked, error: { kind: 'api', code: '42901', retryable: true } }
      : { ...asked, maxRetries: 5, waitSeconds: [seconds ?? 1], requests: 2, tokens: 1 };
  }),
  {
    ...once,
    name: 'JSON that is no object is no answer of the service',
    call: 'read',
    script: [{ status: 200, body: [] }],
    maxRetries: 0,
    error: { kind: 'network', code: 'BROKEN_ANSWER', retryable: true },
  },
  {
    ...once,
    name: 'what is no read and has no key is not repeated after a fault (R72)',
    call: 'renewLink',
    script: [refusal('50001')],
    error: { kind: 'api', code: '50001', retryable: true },
  },
  {
    name: 'what has no key is repeated after a 429, which did nothing (R72)',
    call: 'renewLink',
    script: [refusal('42901')],
    maxRetries: 5,
    waitSeconds: [1],
    requests: 2,
    tokens: 1,
  },
  {
    ...once,
    name: 'a refusal is told at once',
    call: 'create',
    script: [refusal('40002')],
    error: { kind: 'api', code: '40002', retryable: false },
  },
  {
    ...once,
    name: 'a redirect is not followed',
    call: 'read',
    script: [{ status: 302, headers: { location: '/elsewhere' } }],
    error: { kind: 'api', retryable: false },
  },
  {
    name: 'retries end (R72)',
    call: 'read',
    script: three.map(() => refusal('50001')),
    maxRetries: 2,
    waitSeconds: [1, 2],
    requests: 3,
    tokens: 1,
    error: { kind: 'api', code: '50001', retryable: true },
  },
  {
    name: 'a wait that would pass the 600 s of a call is not begun, and the last fault is told (R72)',
    call: 'create',
    script: three.map(() => refusal('42901', { 'retry-after': '250' })),
    maxRetries: 5,
    waitSeconds: [250, 250],
    requests: 3,
    tokens: 1,
    error: { kind: 'api', code: '42901', retryable: true },
  },
  {
    name: 'the 600 s of a call hold for its token as well (R72)',
    call: 'read',
    script: [],
    tokenScript: three.map(() => refusedToken('slow_down', 429, { 'retry-after': '250' })),
    maxRetries: 5,
    waitSeconds: [250, 250],
    requests: 0,
    tokens: 3,
    error: { kind: 'token', code: 'slow_down_of_case', retryable: true },
  },
  {
    name: 'a token that was refused is replaced once, at once',
    call: 'create',
    script: [invalidToken],
    maxRetries: 0,
    waitSeconds: [],
    requests: 2,
    tokens: 2,
  },
  {
    name: 'a token that a gateway refused with 401 is replaced as well',
    call: 'read',
    script: [challenge],
    maxRetries: 0,
    waitSeconds: [],
    requests: 2,
    tokens: 2,
  },
  ...['before', 'behind'].map((place): RetryCase => {
    const lines = [BASIC, 'Bearer error="invalid_token"'];
    if (place === 'behind') lines.reverse();
    return {
      name: `a token is replaced as well where a gateway adds a challenge ${place} that of the service`,
      call: 'read',
      script: [{ ...invalidToken, headers: { 'www-authenticate': lines } }],
      maxRetries: 0,
      waitSeconds: [],
      requests: 2,
      tokens: 2,
    };
  }),
  {
    name: 'a second token that is refused is told',
    call: 'read',
    script: [invalidToken, invalidToken],
    maxRetries: 5,
    waitSeconds: [],
    requests: 2,
    tokens: 2,
    error: { kind: 'api', code: '40301', retryable: false },
  },
  {
    name: 'a token request waits as any other (R71)',
    call: 'read',
    script: [status('approved')],
    tokenScript: [refusedToken('slow_down', 429, { 'retry-after': '9' }), refusedToken('server_error', 500)],
    maxRetries: 5,
    waitSeconds: [9, 2],
    requests: 1,
    tokens: 3,
  },
  {
    name: 'credentials that are refused are told at once',
    call: 'create',
    script: [],
    tokenScript: [refusedToken('invalid_client', 401)],
    maxRetries: 5,
    waitSeconds: [],
    requests: 0,
    tokens: 1,
    error: { kind: 'token', code: 'invalid_client_of_case', retryable: false },
  },
  {
    name: 'a token that no header can hold is refused, and not tried',
    call: 'create',
    script: [],
    tokenScript: [{ status: 200, body: { access_token: 'canary\r\nx: token', expires_in: 3600 } }],
    maxRetries: 5,
    waitSeconds: [],
    requests: 0,
    tokens: 1,
    error: { kind: 'token', retryable: false },
  },
];
