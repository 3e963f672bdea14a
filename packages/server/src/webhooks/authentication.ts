import type { WebhookAuthentication } from '@titular/contract';
import { type EndpointRules, endpointUrlProblem } from './endpoint-url.ts';

const CONTROLS = /[\p{Cc}\p{Cs}]/u;

/** Why credentials cannot be used, or undefined when they can: no control in any of them, no colon in a user (RFC 7617 section 2), and a token endpoint that an endpoint might be. */
export function authenticationProblem(
  authentication: WebhookAuthentication,
  rules: EndpointRules,
): string | undefined {
  const broken = Object.entries(authentication).find(([, text]) => CONTROLS.test(text));
  if (broken) return `${broken[0]} must be text without control or broken characters`;
  if (authentication.kind === 'basic' && authentication.user.includes(':'))
    return 'user must not have a colon';
  if (authentication.kind === 'oauth2') {
    const problem = endpointUrlProblem(authentication.tokenUrl, rules);
    if (problem) return `tokenUrl ${problem}`;
  }
  return undefined;
}
