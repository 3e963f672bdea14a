import {
  type ChangeWebhookEndpointRequest,
  type EventType,
  eventTypeOf,
  OPEN_STATUSES,
  type TransactionStatus,
  type WebhookAuthentication,
} from '@titular/contract';
import { refuseCardNumber } from '../../kernel/base/card-numbers/card-number.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { isSafeText } from '../../kernel/base/safe-text.ts';
import { authenticationProblem } from '../sender/authentication.ts';
import type { EndpointChoices } from './endpoint.ts';
import { type EndpointRules, newEndpointUrlProblem } from './endpoint-url.ts';

/** What of an endpoint is to be another: its choices, how it is authenticated, and whether it is on. */
export type EndpointPatch = {
  choices: Partial<EndpointChoices>;
  authentication: WebhookAuthentication | undefined;
  enabled: boolean | undefined;
};

const badField = (field: string, rule: string): Refusal => new Refusal('40002', `${field} ${rule}.`);

function checkUrl(url: string, rules: EndpointRules): void {
  refuseCardNumber('url', url);
  const problem = newEndpointUrlProblem(url, rules);
  if (problem) throw badField('url', problem);
}

function checkDescription(description: string): void {
  refuseCardNumber('description', description);
  if (!isSafeText(description))
    throw badField('description', 'must be text without control or broken characters');
}

/** What each field of a request means for the choices; undefined takes a choice away. */
function toChoices(request: ChangeWebhookEndpointRequest): Partial<EndpointChoices> {
  const { url, description, eventTypes, statuses, timeoutSeconds, intervalSeconds } = request;
  const { maximumAttempts, maximumAtOnce } = request;
  return {
    ...(url === undefined ? {} : { url }),
    ...(description === undefined ? {} : { description: description || undefined }),
    ...(eventTypes === undefined ? {} : { eventTypes: [...new Set(eventTypes.map(eventTypeOf))] }),
    ...(statuses === undefined ? {} : { statuses }),
    ...(maximumAttempts === undefined ? {} : { maximumAttempts }),
    ...(intervalSeconds === undefined ? {} : { intervalSeconds: intervalSeconds ?? undefined }),
    ...(maximumAtOnce === undefined ? {} : { maximumAtOnce }),
    ...(timeoutSeconds === undefined ? {} : { timeoutMs: timeoutSeconds * 1000 }),
  };
}

/** Applies the rules of each field to a request of the right shape; refuses with 40002 and the name of the first field that breaks one. */
export function parsePatch(request: ChangeWebhookEndpointRequest, rules: EndpointRules): EndpointPatch {
  const { url, description, authentication, enabled } = request;
  if (url !== undefined) checkUrl(url, rules);
  if (description) checkDescription(description);
  if (authentication?.kind === 'oauth2') refuseCardNumber('authentication.tokenUrl', authentication.tokenUrl);
  const problem = authentication && authenticationProblem(authentication, rules);
  if (problem) throw badField('authentication:', problem);
  return { choices: toChoices(request), authentication, enabled };
}

const isOpen = (status: TransactionStatus): boolean => OPEN_STATUSES.includes(status);

/** The choices with `transaction.changed` among the types where a status is named that only this type tells. */
export function withNamedTypes<Choices extends Pick<EndpointChoices, 'eventTypes' | 'statuses'>>(
  choices: Choices,
): Choices {
  const { eventTypes, statuses } = choices;
  const changed: EventType = 'transaction.changed';
  const isAsked = eventTypes.length > 0 && statuses.some(isOpen);
  return isAsked && !eventTypes.includes(changed)
    ? { ...choices, eventTypes: [...eventTypes, changed] }
    : choices;
}
