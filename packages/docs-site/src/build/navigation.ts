import type { Language } from '../browser/languages.ts';

/** Part of the site: what its reader wants to do, and the Markdown pages for it in reading order. */
export type Chapter = { title: string; lead: string; pages: readonly string[]; language?: Language };

/** Folders whose pages are listed below the page that introduces them. */
export const COLLECTIONS: Readonly<Record<string, { title: string; lead: string }>> = {
  'docs/decisions/': {
    title: 'Decisions',
    lead: 'Questions that had more than one good answer, what was measured, and what was chosen.',
  },
};

/** The list of a collection, which no file of the repository is. */
export const listOf = (collection: string): string => `${collection}README.md`;

/** Title of the chapter of pages in Portuguese. */
export const PORTUGUESE = 'Português';

/** Guides in the order in which somebody needs them who reads nothing else. */
const GUIDES_IN_ORDER = [
  'first-transaction',
  'phone',
  'tokens',
  'webhooks',
  'questions',
  'agents',
  'mobile',
  'reuse',
  'reference-faces',
  'testing',
  'going-to-production',
  'several-nodes',
  'single-sign-on',
];

/** Navigation by task. Every page is in exactly one chapter, or in a collection. */
export const CHAPTERS: readonly Chapter[] = [
  {
    title: 'Start',
    lead: 'Run it, and see a card confirmed.',
    pages: [
      'README.md',
      'docs/guides/first-transaction.md',
      'docs/guides/phone.md',
      'docs/glossary.md',
      'docs/contents.md',
    ],
  },
  {
    title: 'Integrate',
    lead: 'Ask from your back end, and show the page to people.',
    pages: [
      'docs/guides/tokens.md',
      'docs/guides/webhooks.md',
      'docs/webhooks.md',
      'docs/guides/questions.md',
      'docs/web-sdk.md',
      'packages/client/README.md',
      'docs/clients/in-common.md',
      'clients/python/README.md',
      'docs/clients/python.md',
      'clients/php/README.md',
      'docs/clients/php.md',
      'clients/go/README.md',
      'docs/clients/go.md',
      'clients/java/README.md',
      'docs/clients/java.md',
      'clients/postman/README.md',
      'docs/guides/agents.md',
      'docs/guides/mobile.md',
      'docs/hosted-page.md',
      'docs/guides/reuse.md',
      'docs/processes.md',
      'docs/guides/reference-faces.md',
      'docs/card-evidence.md',
      'docs/identity-platform.md',
      'docs/face-engine.md',
      'docs/evidence.md',
      'examples/shop/README.md',
    ],
  },
  {
    title: 'Test',
    lead: 'Every result and failure, without a camera.',
    pages: ['docs/guides/testing.md', 'docs/sandbox.md', 'docs/calibration.md', 'docs/attacks.md'],
  },
  {
    title: 'Go live',
    lead: 'What must be true before the first real person.',
    pages: [
      'docs/guides/going-to-production.md',
      'docs/guides/several-nodes.md',
      'docs/guides/single-sign-on.md',
      'docs/data-protection.md',
      'docs/keys.md',
      'SECURITY.md',
    ],
  },
  {
    title: 'Operate',
    lead: 'Install, watch, upgrade and recover.',
    pages: [
      'docs/operations/install.md',
      'docs/operations/roles.md',
      'docs/operations/metrics.md',
      'docs/operations/traces.md',
      'docs/operations/overload.md',
      'docs/operations/backup.md',
      'docs/operations/runbooks/README.md',
      'docs/operations/runbooks/database-away.md',
      'docs/operations/runbooks/full-disk.md',
      'docs/operations/runbooks/lost-key.md',
      'docs/operations/runbooks/lost-standby.md',
      'docs/operations/runbooks/restore-after-erasure.md',
      'docs/operations/runbooks/stuck-migration.md',
      'docs/operations/upgrades.md',
      'docs/operations/releasing.md',
      'docs/operations/high-availability.md',
      'docs/operations/postgres-major-upgrade.md',
      'docs/operations/pictures.md',
      'docs/operations/cells.md',
      'docs/portal.md',
      'docs/cases.md',
      'docs/audit-log.md',
    ],
  },
  {
    title: 'Reference',
    lead: 'Operations, codes, commands and settings.',
    pages: [
      'docs/errors.md',
      'docs/transaction-states.md',
      'docs/command-line.md',
      'docs/configuration.md',
      'docs/audit-actions.md',
      'docs/card-names.md',
      'docs/versioning.md',
      'docs/contract/changelog.md',
      'CHANGELOG.md',
    ],
  },
  {
    title: 'Understand',
    lead: 'How it decides, what it keeps, and why it is built this way.',
    pages: [
      'docs/captures.md',
      'docs/decision.md',
      'docs/accessibility.md',
      'docs/attacks-simulated.md',
      'docs/figures.md',
      'docs/figures/newcomer.md',
      'docs/figures/api.md',
      'docs/figures/bench.md',
      'docs/figures/scale.md',
      'docs/figures/torture.md',
      'ARCHITECTURE.md',
      'STYLE.md',
      'docs/decisions/README.md',
    ],
  },
  {
    title: PORTUGUESE,
    lead: 'Os guias em português.',
    language: 'pt-BR',
    pages: GUIDES_IN_ORDER.map((name) => `docs/guides/pt/${name}.md`),
  },
];
