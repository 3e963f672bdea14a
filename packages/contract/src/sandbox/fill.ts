import { type Static, Type } from 'typebox';
import { literals } from '../literals.ts';

const CLOSED = { additionalProperties: false } as const;

/** Where the sandbox transactions of a tenant stand: there are none, they are being made, they are there, or they are being removed. */
export const FILL_STATES = ['none', 'filling', 'filled', 'clearing'] as const;
export type FillState = (typeof FILL_STATES)[number];

/** The transaction of the guided first task, and whether a new link was made for it. */
export const SandboxTask = Type.Object(
  { transactionId: Type.String({ format: 'uuid' }), orderNumber: Type.String(), isRenewed: Type.Boolean() },
  CLOSED,
);
export type SandboxTask = Static<typeof SandboxTask>;

/** How far the sandbox transactions of a tenant are. */
export const SandboxFill = Type.Object(
  {
    state: literals(FILL_STATES),
    /** How many a fill has. */
    total: Type.Integer(),
    made: Type.Integer(),
    removed: Type.Integer(),
    task: Type.Optional(SandboxTask),
  },
  CLOSED,
);
export type SandboxFill = Static<typeof SandboxFill>;
