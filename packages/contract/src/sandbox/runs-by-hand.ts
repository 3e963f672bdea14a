import { type Static, Type } from 'typebox';

const CLOSED = { additionalProperties: false } as const;
const uuid = Type.String({ format: 'uuid' });

/** Scenarios that the people of a tenant run from the portal within a minute, at most. */
export const SCENARIO_RUNS_PER_MINUTE = 30;

/** Runs a scenario for a company, from the portal. */
export const RunScenario = Type.Object({ scenario: Type.String({ maxLength: 100 }), company: uuid }, CLOSED);
export type RunScenario = Static<typeof RunScenario>;

/** What a call was answered that a scenario refuses, or that is served in the end. */
export const ScenarioReply = Type.Object(
  {
    operation: Type.String(),
    status: Type.Integer(),
    code: Type.Optional(Type.String()),
    message: Type.Optional(Type.String()),
    retryAfterSeconds: Type.Optional(Type.Integer()),
  },
  CLOSED,
);
export type ScenarioReply = Static<typeof ScenarioReply>;

/** What a run began: a transaction or process that follows the scenario, or the replies to the calls that it refuses. */
export const ScenarioRun = Type.Object(
  {
    scenario: Type.String(),
    transactionId: Type.Optional(uuid),
    processId: Type.Optional(uuid),
    replies: Type.Array(ScenarioReply),
  },
  CLOSED,
);
export type ScenarioRun = Static<typeof ScenarioRun>;
