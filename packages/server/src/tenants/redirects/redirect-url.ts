import { domainToASCII, domainToUnicode } from 'node:url';
import { ACCEPTED_RISK, addressProblem, hostProblem, kindOfScheme, registrationOf } from '@titular/contract';
import type { CompanyId, TenantId } from '../../kernel/base/id.ts';

/** The words an operator may set in place of hosts: every https host, said on purpose, or none yet. */
export const REDIRECT_WORDS = ['any', 'none'] as const;

/**
 * What a company allows as the place to go at the end, as its settings keep it. No hosts at all mean any https host, as
 * before the words were there. Its ids are for the command that changes it.
 */
export type RedirectRules = {
  redirectHosts: readonly string[];
  appSchemes: readonly string[];
  companyId?: CompanyId;
  tenantId?: TenantId;
};

/** Without user information, not even an empty one: what stands before an `@` only ever misleads a reader. */
const PLAIN_AUTHORITY = /^https:\/\/[^/?#@]+(?:[/?#]|$)/i;

const ENCODED_LABEL = /(?:^|\.)xn--/;

/** Whether every label that says it is Punycode is: the parsers of browsers differ on others, and no host has such a name (RFC 5891 section 4.2). */
function isSoundHost(host: string): boolean {
  if (!ENCODED_LABEL.test(host)) return true;
  const decoded = domainToUnicode(host);
  return !ENCODED_LABEL.test(decoded) && domainToASCII(decoded) === host;
}

/** The command by which an operator adds one more to what is registered. */
function registering(
  setting: string,
  present: readonly string[],
  added: string,
  rules: RedirectRules,
): string {
  const value = [...present, added].join(',');
  const { companyId = 'ID', tenantId = 'ID' } = rules;
  return `npx titular settings set ${setting}=${value} --company ${companyId} --tenant ${tenantId}`;
}

function httpsProblem(text: string, host: string, rules: RedirectRules): string | undefined {
  if (!PLAIN_AUTHORITY.test(text)) return 'must be written as https://, a host and a path';
  const problem = hostProblem(text, host);
  if (problem) return problem;
  if (!isSoundHost(host)) return 'has a host that is no sound Punycode: write it as browsers send it';
  const { redirectHosts } = rules;
  if (redirectHosts.length === 0 || redirectHosts.includes('any') || redirectHosts.includes(host))
    return undefined;
  const hosts = redirectHosts.filter((one) => one !== 'none');
  return `names the host ${host}, which the company has not registered: the operator does so by ${registering('redirect-hosts', hosts, host, rules)}`;
}

function appProblem(scheme: string, rules: RedirectRules): string | undefined {
  const registration = registrationOf(scheme);
  if (registration === undefined)
    return 'must be an https address, or use the scheme of an app that the company has registered';
  if (rules.appSchemes.includes(registration)) return undefined;
  const command = registering('app-schemes', rules.appSchemes, registration, rules);
  const risk =
    kindOfScheme(scheme) === 'plain'
      ? `; other apps may claim a scheme without a dot, and "${ACCEPTED_RISK.slice(1)}" says that you accept it`
      : '';
  return `uses the app scheme ${scheme}, which the company has not registered: the operator does so by ${command}${risk}`;
}

/** Why the address cannot be used, in words that continue the field's name, or undefined when it can: https with a plain authority, or an app scheme of the company. */
export function redirectUrlProblem(text: string, rules: RedirectRules): string | undefined {
  const problem = addressProblem(text);
  if (problem) return problem;
  const url = new URL(text);
  const scheme = url.protocol.slice(0, -1);
  return scheme === 'https' ? httpsProblem(text, url.hostname, rules) : appProblem(scheme, rules);
}

/** Adds only id and status to the merchant's address: nothing about person or card leaves with the browser (R52). */
export function redirectTarget(redirectUrl: string, id: string, status: string): string {
  const url = new URL(redirectUrl);
  url.searchParams.set('id', id);
  url.searchParams.set('status', status);
  return url.href;
}
