import { ErrorResponse, Health } from '@titular/contract';
import { type Kysely, sql } from 'kysely';
import { Refusal } from './base/refusal.ts';
import type { FaceEngine } from './biometrics/face-engine.ts';
import type { Tables } from './database/tables.ts';
import type { Route } from './http/route.ts';

/** What health needs; readiness turns red as soon as the service begins to stop. */
export type HealthDeps = {
  db: Kysely<Tables>;
  engine: Pick<FaceEngine, 'problem'>;
  isStopping: () => boolean;
};

/** Liveness and readiness for whoever watches the process: alive says only that it answers, ready that it can serve now. */
export const healthRoutes = (deps: HealthDeps): Route[] => [
  {
    operationId: 'readHealth',
    summary: 'Whether the process is alive',
    method: 'GET',
    path: '/healthz',
    access: 'public',
    bodyKind: 'none',
    responses: { 200: Health },
    handle: async () => ({ status: 200, body: { status: 'alive' } }),
  },
  {
    operationId: 'readReadiness',
    summary: 'Whether the service can serve requests now',
    method: 'GET',
    path: '/readyz',
    access: 'public',
    bodyKind: 'none',
    responses: { 200: Health, 500: ErrorResponse },
    handle: async () => {
      if (deps.isStopping()) throw new Refusal('50001', 'The service is stopping.');
      if (deps.engine.problem()) throw new Refusal('50001', 'The face engine cannot be used now.');
      await sql`SELECT 1`.execute(deps.db);
      return { status: 200, body: { status: 'ready' } };
    },
  },
];
