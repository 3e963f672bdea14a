/** How a call failed, by the attributes of the exception in camel case. */
type ToldError = {
  kind: string;
  code: string | null;
  status: number | null;
  requestId: string | null;
  retryable: boolean;
  idempotencyKey: string | null;
  [attribute: string]: unknown;
};

/** What came of one call: a value, an exception of the client with its text, or a mistake of the program. */
export type Told = { value?: unknown; error?: ToldError; text?: string; wrong?: string };

/** A call of a method, which has its name of the contract here; it comes `afterSeconds` of the driver's clock. */
export type Call = {
  method: string;
  args?: unknown[];
  options?: Record<string, unknown>;
  pages?: boolean;
  afterSeconds?: number;
};

/** What a driver does: calls to a service, or webhooks to verify. Names are those of the contract. */
export type Job = {
  url?: string;
  credentials?: object;
  calls?: Call[];
  maxRetries?: number;
  timeoutSeconds?: number;
  /** The limit of each call; 0 is none. */
  deadlineSeconds?: number;
  caFile?: string;
  /** What chance brings, each time; 0 without it. */
  chance?: number;
  /** By the clock of the machine, with waits that last. */
  isReal?: boolean;
  /** All calls at once, by threads or what a language has in their place. */
  isTogether?: boolean;
  deliveries?: object[];
};

/** What came of a job; `shown` is the client as its language prints it. */
type Answered = { results: Told[]; slept: number[]; shown?: string };

/** A client in another language, driven by jobs. */
export type DrivenClient = (job: Job, env?: Record<string, string>) => Promise<Answered>;

/** What drivers put the number in the place of that JSON has no word for. */
export const NOT_A_NUMBER = '$NaN';

/** What drivers put a text in the place of that no UTF-8 stands for: half of a character, or a byte of Latin-1. */
export const BROKEN_TEXT = '$broken';

type Drive = (
  job: object,
  env?: Record<string, string>,
) => Promise<{ results: object[]; slept: number[]; shown?: string }>;

/** A name of the contract as Python writes it. */
const toSnake = (name: string): string => name.replace(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`);
const toCamel = (name: string): string =>
  name.replace(/_([a-z])/g, (_whole, sign: string) => sign.toUpperCase());

const renamed = (rename: (name: string) => string, value: object): object =>
  Object.fromEntries(Object.entries(value).map(([name, one]) => [rename(name), one]));

/** A driver whose language writes names in snake case, as one that is told and tells them in camel case. */
export const inSnakeCase =
  (drive: Drive): DrivenClient =>
  async ({ calls, credentials, ...job }, env) => {
    const spelled = calls?.map(({ method, options, ...call }) => ({
      ...{ ...renamed(toSnake, call), method: toSnake(method) },
      ...(options ? { options: renamed(toSnake, options) } : {}),
    }));
    const { results, ...others } = await drive(
      {
        ...renamed(toSnake, job),
        ...(spelled ? { calls: spelled } : {}),
        ...(credentials ? { credentials: renamed(toSnake, credentials) } : {}),
      },
      env,
    );
    const tell = ({ error, ...told }: { error?: object }): Told =>
      error ? { ...told, error: renamed(toCamel, error) as ToldError } : told;
    return { ...others, results: results.map(tell) };
  };
