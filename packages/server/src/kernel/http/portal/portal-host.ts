import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Whose host a request was sent to: the portal's, or any other. */
export type Front = 'portal' | 'public';

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'https:': ':443', 'http:': ':80' };

/** Tells whose host a request names; every host but the portal's is the public one. */
export function createFrontOf(portalUrl: string | undefined): (request: IncomingMessage) => Front {
  if (portalUrl === undefined) return () => 'public';
  const { host, hostname, protocol } = new URL(portalUrl);
  const names = host === hostname ? [host, `${host}${DEFAULT_PORTS[protocol]}`] : [host];
  // A name with a dot at its end is the same name (RFC 1034, section 3.1), and names have no case.
  const plain = (name: string): string => name.toLowerCase().replace(/\.(?=:|$)/, '');
  return ({ headers }) => (names.includes(plain(headers.host ?? '')) ? 'portal' : 'public');
}

/** The rows of one address by whose host answers it, as the router asks for them. */
function createStorage(): object {
  const rows: Record<Front, unknown> = { portal: null, public: null };
  return {
    get: (front: Front) => rows[front],
    set: (front: Front, row: unknown) => {
      rows[front] = row;
    },
  };
}

/** Has each route answer on one front alone; what one has is not there for the other. */
export function separateFronts(app: FastifyInstance, frontOf: (request: IncomingMessage) => Front): void {
  const strategy = {
    name: 'front',
    storage: createStorage,
    deriveConstraint: frontOf,
    mustMatchWhenDerived: true,
    validate: () => undefined,
  };
  app.addConstraintStrategy(strategy as unknown as Parameters<typeof app.addConstraintStrategy>[0]);
}
