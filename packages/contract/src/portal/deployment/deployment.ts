import { type Static, Type } from 'typebox';

const CLOSED = { additionalProperties: false } as const;
const time = Type.String({ format: 'date-time' });
const count = Type.Integer({ minimum: 0 });

/** One process of the deployment. */
export const DeploymentNode = Type.Object(
  {
    name: Type.String({ description: 'Host, port and process id.' }),
    version: Type.String(),
    engineVersion: Type.Optional(Type.String()),
    answersCalls: Type.Boolean({ description: 'Whether it answers calls; a worker does not.' }),
    isLive: Type.Boolean({ description: 'Whether it renewed its row within the last 15 seconds.' }),
    causes: Type.Array(Type.String(), { description: 'Why it is not ready, by the codes of /readyz.' }),
    startedAt: time,
    seenAt: time,
    skewSeconds: Type.Number({ description: "Positive where its machine's clock is ahead." }),
    lagMs: Type.Optional(count),
    jobs: count,
    deliveries: count,
  },
  CLOSED,
);
export type DeploymentNode = Static<typeof DeploymentNode>;

/** The deployment as its operators see it: nothing of any tenant. */
export const Deployment = Type.Object(
  {
    nodes: Type.Array(DeploymentNode),
    /** Settings in which live nodes differ, by variable. */
    differences: Type.Array(Type.String()),
    jobs: Type.Object({ waiting: count, oldestSeconds: count }, CLOSED),
    webhooks: Type.Object({ oldestSeconds: count }, CLOSED),
    database: Type.Object(
      {
        version: Type.String(),
        schema: count,
        bytes: count,
        connections: count,
        maximumConnections: count,
        oldestTransactionSeconds: count,
      },
      CLOSED,
    ),
  },
  CLOSED,
);
export type Deployment = Static<typeof Deployment>;
