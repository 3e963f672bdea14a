import { readFileSync } from 'node:fs';
import { ErasureCounts } from '@titular/contract';
import {
  describeModules,
  listErasureSteps,
  listRetention,
  listSchedule,
  workOf,
} from '@titular/server/modules.ts';
import { describe, expect, test } from 'vitest';

const { all } = describeModules();
const owned = all.flatMap(({ tables }) => Object.entries(tables ?? {}));

/** Tables of the schema dump by name, with their columns. */
const tables = new Map(
  [
    ...readFileSync('docs/database.sql', 'utf8').matchAll(
      /^CREATE (?:UNLOGGED )?TABLE (\w+) \(([\s\S]*?)^\)/gm,
    ),
  ].map(([, name = '', body = '']) => [
    name,
    [...body.matchAll(/^\s+(\w+) \w/gm)].map(([, column = '']) => column),
  ]),
);

/** Of the migrations themselves and of the kernel, which no noun owns. */
const OF_NO_NOUN = ['schema_migrations', 'job_outbox', 'wake_outbox', 'sweeps'];

/** Columns that say who somebody is, or lead to somebody. */
const PERSONAL =
  /^(sealed_(?!key)|identity_(hash|key)$|card_hash|order_number|transaction_id|process_id|subject_id|attempt_id|response_excerpt)/;

/** Rows that carry an id of a transaction or process and nothing about anybody: each with its reason. */
const WITHOUT_PERSON: Readonly<Record<string, string>> = {
  transaction_history: 'statuses, reasons and times, which stay after an erasure',
  process_history: 'statuses, reasons and times, which stay after an erasure',
  webhook_endpoints: 'secrets of receivers, sealed',
  delivery_claims: 'names the process of the service that sends, not one of a person',
  face_galleries: 'how many faces a kind of identity has',
  signing_keys: 'keys of the service, sealed',
  user_authenticators: 'secrets that staff sign in with, sealed',
  portal_ceremonies: 'seeds of one-time passwords that staff enrol, sealed',
  provider_visits: 'what staff began at their identity provider, sealed, for ten minutes',
  page_assets: 'files of the hosted page, sealed',
  sandbox_runs: 'scenarios of the test environment, by the ids of invented persons',
};

/** Found by the identity itself, which an erasure knows: `erase-person.ts` empties them. */
const BY_IDENTITY = [
  'erasure_proposals',
  'face_disputes',
  'face_references',
  'face_templates',
  'reference_photographs',
];

describe('every table', () => {
  test('has one owner among the nouns', () => {
    const owners = owned.map(([table]) => table);
    expect(owners.toSorted()).toEqual([...new Set(owners)].toSorted());
    expect(owners.concat(OF_NO_NOUN).toSorted()).toEqual([...tables.keys()].toSorted());
  });

  test('with a column that leads to a person is owned as one about persons', () => {
    const content = new Map(owned);
    const wrong = [...tables].filter(
      ([table, columns]) =>
        columns.some((column) => PERSONAL.test(column)) &&
        content.get(table) === 'deployment' &&
        !(table in WITHOUT_PERSON),
    );
    expect(wrong).toEqual([]);
  });

  test('about persons is emptied by an erasure or by its time', () => {
    const erased = new Set<string>([...BY_IDENTITY, ...listErasureSteps().flatMap((step) => step.tables)]);
    const queries = listRetention().map(({ oldestDue }) => oldestDue(new Date(0)).toOperationNode());
    const texts = JSON.stringify(queries);
    const wrong = owned.filter(
      ([table, content]) => content === 'person' && !erased.has(table) && !texts.includes(table),
    );
    expect(wrong.map(([table]) => table)).toEqual([]);
  });
});

describe('the rows that nouns bring', () => {
  test('name each task of the schedule, and each queue is one of those that are known', () => {
    const { tasks } = workOf(all);
    expect(listSchedule().filter(({ task }) => !(task in tasks))).toEqual([]);
    expect(new Set(listSchedule().map(({ queue }) => queue))).toEqual(
      new Set(['upkeep', 'expiry', 'clean-up', 'sweep', 'objects', 'figures']),
    );
  });

  test('bring no task twice', () => {
    const names = all.flatMap(({ tasks }) => Object.keys(tasks ?? {}));
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
  });

  test('count an erasure by the names of the contract', () => {
    const counts = listErasureSteps().flatMap(({ count }) => count ?? []);
    const beside = ['templates', 'orderedCalls', 'statements', 'held'];
    expect([...counts, ...beside].toSorted()).toEqual(Object.keys(ErasureCounts.properties).toSorted());
  });
});
