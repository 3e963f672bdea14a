import { spawnSync } from 'node:child_process';
import { inspect } from 'node:util';
import type { Call, DrivenClient, Job, Told } from '../../../clients/suite/driven-client.ts';
import { TYPESCRIPT_METHODS } from '../../../scripts/clients/typescript-methods.ts';
import { type Clock, systemClock } from '../src/http/clock.ts';
import { type Credentials, Titular, TitularError, type TitularOptions, verifyWebhook } from '../src/index.ts';

/** A clock on which only the limits of a job last; other waits are over at once, and noted in seconds. */
function createClock(
  limits: ReadonlySet<number>,
  isReal: boolean,
): Clock & { slept: number[]; pass(seconds: number): void } {
  const slept: number[] = [];
  let passedMs = 0;
  return {
    slept,
    pass: (seconds) => {
      passedMs += seconds * 1000;
    },
    now: () => Date.now() + passedMs,
    elapsed: () => performance.now() + passedMs,
    sleep: async (ms, signal) => {
      if (isReal || limits.has(ms)) return systemClock.sleep(ms, signal);
      signal?.throwIfAborted();
      slept.push(ms / 1000);
      passedMs += ms;
    },
  };
}

const toMs = (seconds: number): number => (seconds === 0 ? Number.POSITIVE_INFINITY : seconds * 1000);

/** Options of a call as the client takes them. */
function optionsOf({ options = {} }: Call): Record<string, unknown> {
  const { deadlineSeconds, ...others } = options;
  return deadlineSeconds === undefined ? others : { ...others, deadlineMs: toMs(Number(deadlineSeconds)) };
}

type Methods = Record<string, (...given: unknown[]) => { pages(): AsyncIterable<unknown> }>;

async function invoke(client: Titular, call: Call): Promise<unknown> {
  const options = optionsOf(call);
  const [group = '', name] = (TYPESCRIPT_METHODS[call.method] ?? 'limits').split('.');
  if (name === undefined) return client.limits(options);
  const method = (client as unknown as Record<string, Methods>)[group]?.[name];
  if (!method) throw new Error(`the client has no ${group}.${name}`);
  if (!call.pages) return method(...(call.args ?? []), options);
  const pages = [];
  for await (const page of method(options).pages()) pages.push(page);
  return pages;
}

type Facts = { kind: string; retryable: boolean } & Partial<
  Record<'code' | 'subCode' | 'error' | 'reason' | 'requestId' | 'docs' | 'idempotencyKey', string> &
    Record<'status' | 'retryAfterSeconds', number>
>;

/** The code of an error, which other languages have in one place. */
const codeOf = ({ kind, code, subCode, error, reason }: Facts): string | null =>
  code ??
  subCode ??
  (error === 'unknown' ? undefined : error) ??
  reason ??
  (kind === 'timeout' ? 'TIMEOUT' : null);

async function tell(work: () => Promise<unknown>): Promise<Told> {
  try {
    return { value: await work() };
  } catch (error) {
    const text = `${error} ${inspect(error)}`;
    if (!(error instanceof TitularError)) return { wrong: (error as Error).message, text };
    const facts = error as unknown as Facts;
    const { kind, retryable, status = null, requestId = null, idempotencyKey = null, docs = null } = facts;
    const told = { kind, retryable, status, requestId, idempotencyKey, docs, code: codeOf(facts) };
    return { error: { ...told, retryAfter: facts.retryAfterSeconds ?? 0 }, text };
  }
}

/** The client has no call without a token; the one for such a call is made up here. */
const withoutTokens: typeof fetch = async (address, init) =>
  `${address}`.endsWith('/oauth2/token')
    ? Response.json({ access_token: 'made-up', expires_in: 3600 })
    : fetch(address, init);

/** Signs by another program, as a key service does. */
const signElsewhere =
  (env: Record<string, string>) =>
  async (content: Uint8Array): Promise<Uint8Array> => {
    const { NODE = '', SIGN = '' } = env;
    const { status, stdout } = spawnSync(NODE, ['-e', SIGN], { input: content, env });
    if (status !== 0) throw new RangeError('the key service is away, said canary-secret-4711');
    return stdout;
  };

/** Credentials of a job, with what JSON cannot hold. */
function credentialsOf(given: object, env: Record<string, string>): Credentials {
  if (!('account' in given)) return { kind: 'clientSecret', ...given } as Credentials;
  return { kind: 'assertion', sign: signElsewhere(env), ...given } as Credentials;
}

function clientOptions(
  { url = '', credentials = {}, calls = [], maxRetries, ...job }: Job,
  env: Record<string, string>,
): TitularOptions {
  return {
    baseUrl: url,
    credentials: credentialsOf(credentials, env),
    timeoutMs: job.timeoutSeconds === undefined ? undefined : job.timeoutSeconds * 1000,
    deadlineMs: job.deadlineSeconds === undefined ? undefined : toMs(job.deadlineSeconds),
    maxRetries,
    random: () => job.chance ?? 0,
    ...(calls.some(({ method }) => method === 'readHealth') ? { fetch: withoutTokens } : {}),
  };
}

type Delivery = Parameters<typeof verifyWebhook>[0] & { now: number };

/** The TypeScript client, driven as those of other languages are. */
export const drive: DrivenClient = async (job, env = {}) => {
  if (job.deliveries) {
    const verify = ({ now, ...delivery }: Delivery) =>
      tell(() => verifyWebhook({ ...delivery, now: now * 1000 }));
    return { results: await Promise.all((job.deliveries as Delivery[]).map(verify)), slept: [] };
  }
  const { calls = [] } = job;
  const options = clientOptions(job, env);
  const limits = calls.flatMap((call) => (optionsOf(call)['deadlineMs'] as number | undefined) ?? []);
  const lasting = new Set([options.timeoutMs ?? 30_000, options.deadlineMs ?? 600_000, ...limits]);
  const clock = createClock(lasting, job.isReal === true);
  let client: Titular;
  try {
    client = new Titular({ ...options, clock });
  } catch (error) {
    return { results: [{ wrong: (error as Error).message }], slept: [] };
  }
  const results: Told[] = [];
  const running: Promise<unknown>[] = [];
  for (const [at, call] of calls.entries()) {
    clock.pass(call.afterSeconds ?? 0);
    const run = tell(() => invoke(client, call)).then((told) => {
      results[at] = told;
    });
    running.push(run);
    if (!job.isTogether) await run;
  }
  await Promise.all(running);
  return { results, slept: clock.slept, shown: inspect(client, { depth: 9, showHidden: true }) };
};
