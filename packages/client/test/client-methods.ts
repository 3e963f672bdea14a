import { publishedOperations } from '@titular/contract';
import type { TokenRoute } from '@titular/server/kernel/http/route.ts';
import { routeTable } from '@titular/server/modules.ts';
import { LEFT_OUT_OF_TYPESCRIPT } from '../../../scripts/clients/typescript-methods.ts';
import { Titular } from '../src/index.ts';

/** Every route behind an access token that is published, by the name of its operation. */
export const tokenRoutes: ReadonlyMap<string, TokenRoute> = new Map(
  routeTable({} as never)
    .filter((route): route is TokenRoute => route.access === 'token')
    .filter(({ operationId }) => Object.hasOwn(publishedOperations, operationId))
    .map((route) => [route.operationId, route]),
);

/** What the client may call: all of them but those that are left out. */
export const offeredOperations: readonly string[] = [...tokenRoutes.keys()].filter(
  (name) => !Object.hasOwn(LEFT_OUT_OF_TYPESCRIPT, name),
);

/** Names of all methods of a client, as a program writes them, such as `transactions.create`. */
export function methodsOf(client: Titular): string[] {
  const own = Object.getOwnPropertyNames(Titular.prototype).filter((name) => name !== 'constructor');
  const ofGroups = Object.entries(client).flatMap(([group, methods]) =>
    Object.keys(methods as object).map((name) => `${group}.${name}`),
  );
  return [...ofGroups, ...own];
}
