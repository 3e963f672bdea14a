import { call } from './call.ts';
import type { CallArguments, PortalAnswer, PortalOperationName } from './endpoint.ts';
import { type Task, useTask } from './use-task.ts';

/** An act of the person: where it stands, and how to start it. */
export type Act<Name extends PortalOperationName> = Task<CallArguments<Name>, PortalAnswer<Name>>;

/** Makes an act of a call that changes something; it is never repeated by itself. */
export const useAct = <Name extends PortalOperationName>(name: Name): Act<Name> =>
  useTask((...args: CallArguments<Name>) => call(name, ...args));
