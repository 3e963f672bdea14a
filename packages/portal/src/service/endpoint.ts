import type { PortalAnswer, PortalBody } from '@titular/contract';
import {
  type PortalOperation,
  type PortalOperationName,
  portalOperations,
} from '@titular/contract/portal-operations';

type Nothing = Record<never, never>;
type NamesIn<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
type ParamsOf<Name extends PortalOperationName> = NamesIn<(typeof portalOperations)[Name]['path']>;
type ParamsPart<Name extends PortalOperationName> = [ParamsOf<Name>] extends [never]
  ? Nothing
  : { params: Readonly<Record<ParamsOf<Name>, string>> };
type BodyPart<Name extends PortalOperationName> =
  PortalBody<Name> extends undefined
    ? Nothing
    : Nothing extends PortalBody<Name>
      ? { body?: PortalBody<Name> }
      : { body: PortalBody<Name> };

/** What a call needs: ids of its path, its body, a signal that cancels it, and a key by which a repeated call is answered as the first was. */
type CallInput<Name extends PortalOperationName> = ParamsPart<Name> &
  BodyPart<Name> & { signal?: AbortSignal; idempotencyKey?: string };
/** The input, which may be left out where nothing of it is needed. */
export type CallArguments<Name extends PortalOperationName> =
  Nothing extends CallInput<Name> ? [input?: CallInput<Name>] : [input: CallInput<Name>];
/** A call without its types, as it is sent. */
export type AnyInput = {
  params?: Readonly<Record<string, string>>;
  body?: unknown;
  signal?: AbortSignal;
  idempotencyKey?: string;
};
/** A row of the table as the page has it: the build leaves the rest out. */
type PageOperation = Pick<PortalOperation, 'method' | 'path' | 'isConditional' | 'isPatient'>;

export type { PortalAnswer, PortalOperationName };

/** Row of the contract's table. */
export const operationOf = (name: PortalOperationName): PageOperation => portalOperations[name];

/** Path of a call with its ids filled in; nothing else ever stands in a path. */
export const pathOf = (name: PortalOperationName, params: Readonly<Record<string, string>> = {}): string =>
  operationOf(name).path.replace(/:(\w+)/g, (_, key: string) => {
    const value = params[key];
    if (value === undefined || value === '') throw new TypeError(`${name} needs ${key}`);
    return encodeURIComponent(value);
  });
