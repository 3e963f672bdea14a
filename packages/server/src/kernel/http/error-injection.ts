import { SCENARIO_HEADER } from '@titular/contract';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../base/refusal.ts';
import type { Route, RouteReply } from './route.ts';

/** A call that names a scenario of the sandbox; the tenant is known where a token was asked for. */
export type InjectedCall = {
  operationId: string;
  access: Route['access'];
  tenantId: string | undefined;
  scenario: string | string[];
  /** Whether it has an Idempotency-Key, by which it stays the same call however often it is sent. */
  isKeyed: boolean;
  /** The same for a call that is sent again: with its Idempotency-Key, or else with its body. */
  text(): string;
};

/** Answers a call in place of its operation, where its scenario is a refusal; undefined when the operation is to answer. */
export type InjectError = (call: InjectedCall) => Promise<RouteReply | undefined>;

/** Production rehearses nothing: who wants a scenario is told so, instead of being given what was not meant. */
export const refuseErrorInjection: InjectError = async ({ access }) => {
  if (access === 'token') throw new Refusal('40091');
  return undefined;
};

const KEY_HEADER = 'idempotency-key';

const textOf = (operationId: string, { url, headers, body }: FastifyRequest): string =>
  JSON.stringify([operationId, url, headers[SCENARIO_HEADER], headers[KEY_HEADER] ?? body ?? null]);

/** What a request rehearses, if it does, once its body was read and before anything of it is checked. */
export async function injectError(
  { operationId, access }: Route,
  ask: InjectError,
  request: FastifyRequest,
  tenantId: string | undefined,
): Promise<RouteReply | undefined> {
  const scenario = request.headers[SCENARIO_HEADER];
  if (scenario === undefined) return undefined;
  const isKeyed = request.headers[KEY_HEADER] !== undefined;
  const text = (): string => textOf(operationId, request);
  return ask({ operationId, access, tenantId, scenario, isKeyed, text });
}
