import { type Static, Type } from 'typebox';

/** What an identity platform of the operator's tells of a process, by its type or by its state; unknown members and other events are passed over. */
export const PlatformEvent = Type.Object({
  type: Type.Optional(
    Type.String({
      description: '`process.finished` or `process.failed`; optional if `state` is given.',
      examples: ['process.finished'],
    }),
  ),
  processId: Type.Optional(
    Type.String({
      format: 'uuid',
      description: "The platform's id of the process.",
      examples: ['019aa3c5-7b20-7a01-8c1d-2e3f4a5b6c01'],
    }),
  ),
  state: Type.Optional(
    Type.String({
      description: '`PROCESS_STATE_FINISHED` or `PROCESS_STATE_FAILED`; optional if `type` is given.',
      examples: ['PROCESS_STATE_FINISHED'],
    }),
  ),
});
export type PlatformEvent = Static<typeof PlatformEvent>;

/** Answer to an event of the platform: it is kept, and worked on later. */
export const PlatformEventTaken = Type.Object({}, { additionalProperties: false });
export type PlatformEventTaken = Static<typeof PlatformEventTaken>;
