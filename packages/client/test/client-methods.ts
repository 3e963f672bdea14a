import { publishedOperations } from '@titular/contract';
import type { TokenRoute } from '@titular/server/kernel/http/route.ts';
import { routeTable } from '@titular/server/modules.ts';
import { Titular } from '../src/index.ts';

/** Published operations behind an access token that the client leaves out, each with the reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  readEvidence: 'a PDF for people, not JSON for programs: fetch it by its address',
  readCaptureImage: 'a picture that a person looks at for a reason, not JSON for programs',
  readProcessSelfie: 'a picture that a person looks at for a reason',
  readReferencePhotograph: 'a picture that a person looks at for a reason',
  listCaptures: 'for whoever accounts for a decision, under a scope that a shop has no use for',
  listCalls: 'for support: nothing that a back end does depends on its own calls',
  listEventTypes: 'the types of the package say the same, and what it does not know is dropped',
};

/** Every route behind an access token that is published, by the name of its operation. */
export const tokenRoutes: ReadonlyMap<string, TokenRoute> = new Map(
  routeTable({} as never)
    .filter((route): route is TokenRoute => route.access === 'token')
    .filter(({ operationId }) => Object.hasOwn(publishedOperations, operationId))
    .map((route) => [route.operationId, route]),
);

/** What the client may call: all of them but those that are left out. */
export const offeredOperations: readonly string[] = [...tokenRoutes.keys()].filter(
  (name) => !Object.hasOwn(LEFT_OUT, name),
);

/** Names of all methods of a client, as a program writes them, such as `transactions.create`. */
export function methodsOf(client: Titular): string[] {
  const own = Object.getOwnPropertyNames(Titular.prototype).filter((name) => name !== 'constructor');
  const ofGroups = Object.entries(client).flatMap(([group, methods]) =>
    Object.keys(methods as object).map((name) => `${group}.${name}`),
  );
  return [...ofGroups, ...own];
}
