import { addressOf, type CallApi, idempotencyKeyOf } from './http/call-api.ts';
import type { CreateOptions } from './http/options.ts';
import type { Method } from './http/send-request.ts';

/** What a method is called with, before its options. */
type Takes = 'nothing' | 'id' | 'body' | 'id-and-body';

/**
 * When a request is sent again though nobody knows what became of it: `always`, because once more changes nothing more. Under the
 * Idempotency-Key that it has; `never`, because each makes something new.
 */
type Repeat = 'always' | 'under-key' | 'never';

/** One operation: its name in the API's documentation, its address with the place of the id, what it takes, and when it is repeated. */
type OperationRow<Taken extends Takes = Takes> = readonly [
  operation: string,
  method: Method,
  path: string,
  takes: Taken,
  repeat: Repeat,
];

type TakenBy<Given extends unknown[]> =
  Required<Given> extends [string, object, object]
    ? 'id-and-body'
    : Required<Given> extends [string, object]
      ? 'id'
      : Required<Given> extends [object, object]
        ? 'body'
        : Required<Given> extends [object]
          ? 'nothing'
          : never;

/** A row for each method; one that takes something else than its method does not compile. */
export type OperationRows<Methods> = {
  readonly [Name in keyof Methods]: Methods[Name] extends (...given: infer Given) => unknown
    ? OperationRow<TakenBy<Given>>
    : never;
};

type Parts = { id?: unknown; body?: unknown; options?: unknown };

const PARTS: Readonly<Record<Takes, (...given: unknown[]) => Parts>> = {
  nothing: (options) => ({ options }),
  id: (id, options) => ({ id, options }),
  body: (body, options) => ({ body, options }),
  'id-and-body': (id, body = {}, options = undefined) => ({ id, body, options }),
};

const bindRow =
  (callApi: CallApi, [operation, method, path, takes, repeat]: OperationRow) =>
  async (...given: unknown[]): Promise<unknown> => {
    const { id, body, options } = PARTS[takes](...given) as {
      id?: unknown;
      body?: object;
      options?: CreateOptions;
    };
    const idempotencyKey = repeat === 'under-key' ? idempotencyKeyOf(options) : undefined;
    return callApi({
      operation,
      method,
      path: addressOf(path, id),
      repeatable: repeat === 'always' || idempotencyKey !== undefined,
      ...(body === undefined ? {} : { body }),
      idempotencyKey,
      options,
    });
  };

/** Makes the methods of a table of operations, over one way to the API. */
export function bindOperations<Methods>(callApi: CallApi, rows: OperationRows<Methods>): Methods {
  const methods = Object.entries<OperationRow>(rows).map(([name, row]) => [name, bindRow(callApi, row)]);
  return Object.fromEntries(methods) as Methods;
}
