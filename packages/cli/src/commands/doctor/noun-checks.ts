import { providerAccess } from '@titular/server/config/portal-settings.ts';
import { ledgerProblem, listOverdue, OVERDUE_LIMIT_SECONDS } from '@titular/server/erasure/index.ts';
import { ASSUMED_FMRS, faceLimit, falseOtherIdentity, listFullest } from '@titular/server/faces/index.ts';
import { ledgerFile } from '@titular/server/start/open-ledger.ts';
import { listTrustingCompanies, listUndecidedRedirects } from '@titular/server/tenants/index.ts';
import { findProviderProblem, hasOperator, listStranded } from '@titular/server/users/index.ts';
import {
  listCompaniesWithoutEndpoint,
  listQueues,
  MAX_WAIT_SECONDS,
  overdueSeconds,
} from '@titular/server/webhooks/index.ts';
import { type Check, nameSome, ok, toDo } from './check.ts';

const NEARLY_FULL = 0.8;
const MAX_LISTED = 20;

const inPercent = (part: number): string => `${Number((100 * part).toPrecision(2))} %`;

/** Checks the fill of each gallery of faces against its limit, and tells how often honest newcomers are taken for others. */
export const galleries: Check = {
  name: 'galleries',
  looksAt: 'the fill of each gallery of faces against TITULAR_GALLERY_MEMORY_MB and TITULAR_GALLERY_LIMIT',
  async ask(db, { config }) {
    const full = await listFullest(db, Math.ceil(faceLimit(config) * NEARLY_FULL));
    if (full.length > 0)
      return toDo(
        `Raise TITULAR_GALLERY_MEMORY_MB, and TITULAR_GALLERY_LIMIT if it is set, or shorten template-retention-days: ${full.length} galleries have reached 80 %.`,
      );
    const [largest] = await listFullest(db, 1);
    const faces = largest?.faces ?? 0;
    const expected = ASSUMED_FMRS.map((fmr) => `${inPercent(falseOtherIdentity(faces, fmr))} at FMR ${fmr}`);
    return ok(
      `No gallery has reached 80 % of its limit. The largest has ${faces} faces: expected false "another identity" ${expected.join(', ')}.`,
    );
  },
};

/** Checks whether the erasure ledger is there, whole, and knows the last erasures. */
export const erasureLedger: Check = {
  name: 'erasure-ledger',
  looksAt: 'whether the erasure ledger is there, whole, and knows the last erasures',
  async ask(db, { config }) {
    const file = ledgerFile(config);
    const { problem, check } = await ledgerProblem(db, file);
    if (problem) return toDo(`Put the right erasure ledger in place with TITULAR_ERASURE_LEDGER. ${problem}`);
    const pending = check?.pending.length ?? 0;
    if (pending > 0)
      return toDo(`Restart the service, which repeats ${pending} erasures that the database has lost.`);
    return ok(`The erasure ledger ${file} has ${check?.entries ?? 0} erasures.`);
  },
};

/** Checks companies whose page may lead to any host without that being decided. */
export const redirects: Check = {
  name: 'redirect-hosts',
  looksAt: 'companies whose page may lead to any host without that being decided',
  async ask(db) {
    const companies = await listUndecidedRedirects(db, MAX_LISTED);
    return companies.length === 0
      ? ok('The redirect hosts of each company were decided.')
      : toDo(`Run npx titular settings set redirect-hosts=... --company for ${nameSome(companies)}.`);
  },
};

/** Checks companies that take the first face that comes for the identity. */
export const firstFaces: Check = {
  name: 'first-faces',
  looksAt: 'companies that take the first face that comes for the identity (template-policy enrol)',
  async ask(db) {
    const companies = await listTrustingCompanies(db, MAX_LISTED);
    return companies.length === 0
      ? ok('Each company compares first selfies with reference faces.')
      : toDo(
          `Enrol reference faces, then run npx titular settings set template-policy=require-reference --company for ${nameSome(companies)}.`,
        );
  },
};

/** Checks companies without a webhook endpoint, and endpoints that fail or were disabled for it. */
export const webhookEndpoints: Check = {
  name: 'webhook-endpoints',
  looksAt: 'companies without a webhook endpoint, and endpoints that fail or were disabled for it',
  async ask(db, { now }) {
    const without = await listCompaniesWithoutEndpoint(db, MAX_LISTED);
    if (without.length > 0)
      return toDo(`Run npx titular webhooks create --company for ${nameSome(without)}.`);
    const failing = (await listQueues(db, now)).filter(
      ({ failingSince, enabled, disabledReason }) =>
        (enabled && failingSince !== undefined) || (!enabled && disabledReason !== 'asked'),
    );
    return failing.length === 0
      ? ok('Each company has a webhook endpoint, and none fails.')
      : toDo(
          `Have receivers repaired, then run npx titular webhooks enable: ${nameSome(failing.map(({ endpointId }) => endpointId))}.`,
        );
  },
};

/** Checks how long the oldest due delivery of each endpoint waits. */
export const deliveries: Check = {
  name: 'deliveries',
  looksAt: 'how long the oldest due delivery of each endpoint waits',
  async ask(db, { now }) {
    const late = (await listQueues(db, now)).filter(
      ({ oldestDueAt }) => oldestDueAt && overdueSeconds(oldestDueAt, now) > MAX_WAIT_SECONDS,
    );
    return late.length === 0
      ? ok('No delivery is more than five minutes overdue.')
      : toDo(
          `Run npx titular webhooks queue, and look at ${nameSome(late.map(({ endpointId }) => endpointId))}.`,
        );
  },
};

/** Checks how long data is kept beyond its time. */
export const retention: Check = {
  name: 'retention',
  looksAt: 'how long data is kept beyond its time',
  async ask(db, { now }) {
    // Loaded only here: no other check has need of all nouns.
    const { listRetention } = await import('@titular/server/modules.ts');
    const classes = await listOverdue(db, listRetention(), now);
    const late = classes.filter(({ overdueSeconds: seconds }) => seconds > OVERDUE_LIMIT_SECONDS);
    return late.length === 0
      ? ok('Nothing is kept an hour beyond its time.')
      : toDo(
          `Run npx titular retention overdue, and see why jobs do not delete: ${nameSome(late.map(({ key }) => key))}.`,
        );
  },
};

/** Checks TITULAR_PORTAL_URL, and whether anybody can let others into the portal. */
export const portal: Check = {
  name: 'portal',
  looksAt: 'TITULAR_PORTAL_URL, and operators of the portal',
  async ask(db, { config: { portalUrl, environment } }) {
    if (portalUrl === undefined) return ok('The portal is off.');
    return environment === 'test' || (await hasOperator(db))
      ? ok(`The portal is at ${portalUrl}.`)
      : toDo('Run npx titular users invite --operator <name>: the portal has no operator yet.');
  },
};

/** Checks whether somebody is left without a way to sign in, as after another identity provider was set. */
export const waysToSignIn: Check = {
  name: 'ways-to-sign-in',
  looksAt:
    'active people of the portal whom no passkey, password, recovery code or identity provider lets in',
  async ask(db, { config: { portalUrl, oidcIssuer: issuer }, now }) {
    if (portalUrl === undefined) return ok('The portal is off.');
    const stranded = await listStranded(db, { issuer, now, limit: MAX_LISTED });
    return stranded.length === 0
      ? ok('Everybody who is active has a way to sign in that works.')
      : toDo(
          `Run npx titular users reset <name> for each who has no way to sign in that works: ${nameSome(stranded)}.`,
        );
  },
};

/** Checks whether the identity provider of single sign-on can be used from here. */
export const singleSignOn: Check = {
  name: 'single-sign-on',
  looksAt: 'TITULAR_OIDC_ISSUER, and the metadata of that provider',
  async judge({ config }) {
    const access = providerAccess(config);
    if (!access) return ok('No identity provider is configured.');
    const { portalUrl } = config;
    if (portalUrl === undefined)
      return toDo('Set TITULAR_PORTAL_URL, or none of the TITULAR_OIDC settings: the portal is off.');
    const problem = await findProviderProblem(access, portalUrl);
    return problem === undefined
      ? ok(`The identity provider can be used; it sends people back to ${portalUrl}/login/return.`)
      : toDo(`Check TITULAR_OIDC_ISSUER: its metadata cannot be used (${problem}).`);
  },
};
