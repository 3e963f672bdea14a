import { listMetrics } from '@titular/server/modules.ts';
import { describe, expect, test } from 'vitest';
import { growingMapsIn } from './maps.ts';
import { read, serverSources } from './sources.ts';

/** What keeps a map small that is no cache with a bound of its own. */
const BOUNDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Work under way: an entry is deleted when its work ends, and admission bounds the work.': {
    'access-tokens/failures/failure-limit.ts counts': 'credentials that are tested',
    'access-tokens/failures/failure-limit.ts lanes': 'requests in a lane',
    'access-tokens/grants/guard-authentication.ts rooms': 'requests for tokens that wait, by network',
    'access-tokens/tokens/verify-access-token.ts underWay': 'tokens that are verified',
    'captures/attempts/frames-under-way.ts counts': 'frames that are received, by page session',
    'captures/attempts/frames-under-way.ts attempts': 'frames that are measured, by attempt',
    'packages/face-engine/src/engine/fair-queue.ts #tenants':
      'pictures that wait; the queue of the engine has a limit',
    'packages/face-engine/src/engine/fair-queue.ts sessions':
      'pictures that wait; the queue of the engine has a limit',
    'packages/face-engine/src/http/http-face-engine.ts #underWay': 'requests to the face engine',
    'kernel/database/outbox/follow-commits.ts due': 'followers of one transaction',
    'faces/gallery/gallery-cache.ts #loading': 'galleries that are read',
    'faces/gallery/gallery-cache.ts #unfinished': 'galleries that are read',
    'faces/search/search-threads.ts #pending': 'questions to threads',
    'kernel/database/batches/joint-cache.ts underWay': 'reads of answers',
    'kernel/caches/ttl-cache.ts underWay': 'reads of answers',
    'kernel/jobs/lost-jobs.ts working': 'jobs that workers of the process work on',
    'kernel/http/admission/concurrency-gate.ts lines': 'requests by tenant',
    'kernel/http/overload/lanes.ts counts': 'requests by lane, whose number admission bounds',
    'kernel/http/admission/admission.ts lines': 'requests at work or in line, by tenant',
    'webhooks/queue/dispatcher.ts inFlight': 'deliveries that are sent, 1,000 at most',
    'webhooks/queue/dispatcher.ts held': 'deliveries that are sent, or whose outcome is not kept yet',
    'webhooks/queue/concurrency-window.ts tenants': 'tenants with deliveries that are sent',
  },
  'Emptied each round.': {
    'request-log/api-call.ts refused': 'each 200 ms, and never more than 5,000',
    'request-log/api-call.ts samples': 'each minute, and never more than 5,000',
    'request-log/api-call.ts kinds': 'each minute, and never more than 5,000',
    'kernel/http/overload/full-callers.ts tokens':
      'a second after its last call was read, and never more than 1,000',
    'kernel/jobs/lost-jobs.ts over': 'by each look: only jobs whose end is not written yet',
    'webhooks/queue/dispatcher.ts ready': 'by the next look at the queues',
    'webhooks/queue/claim-due.ts unsure': 'endpoints of claims that got no answer, 90 s old at most',
    'webhooks/queue/concurrency-window.ts flows':
      'by each sweep, but for endpoints with deliveries that are sent',
    'access-tokens/signing-keys/signing-keys.ts opened': 'by each reading: only keys that are not retired',
    'kernel/base/security-log.ts counts': 'each minute; new names are taken up to 600 lines',
    'faces/gallery/gallery-warnings.ts warnedAt': 'by each sweep: only galleries warned of in the last hour',
    'faces/gallery/gallery-cache.ts #held':
      'by each sweep: only galleries used in the last quarter of an hour',
    'faces/search/search-thread.ts galleries': 'with the gallery cache, whose galleries it holds',
  },
  'Closed: its keys are of the program, of the deployment or of a standard.': {
    'packages/face-engine/src/engine/worker-pool.ts #workers': 'as many as are configured',
    'packages/face-engine/src/nets/nets.ts spare': 'nets of the engine',
    'packages/face-engine/src/nets/runtime/native-runtime.ts sessions': 'nets of the engine',
    'packages/face-engine/src/nets/runtime/wasm-runtime.ts loaded': 'nets of the engine',
    'packages/face-engine/src/nets/runtime/tensorflow-lite.ts writers': 'operations of one net',
    'packages/face-engine/src/nets/face-mesh-net.ts #done': 'tensors of one net',
    'kernel/base/card-numbers/decoded-forms.ts values': 'the 760 digits of Unicode',
    'kernel/base/id.ts counts': 'the last 1,024 milliseconds with an id',
    'kernel/database/connect.ts timedCommits': 'tables whose commits are timed',
    'kernel/http/request-lines.ts unwritten': 'frequent operations of the contract',
    'kernel/jobs/job-metrics.ts doneAt': 'tasks of the schedule',
    'cases/read/version-store.ts texts': 'transactions and processes',
    'start/open-database.ts said': 'kinds of what a migration reports',
    'packages/embedded-postgres/src/home/home-lock.ts held': 'homes of this process, one',
    'packages/embedded-postgres/src/process/end-with-program.ts endings': 'what runs of this process',
  },
  'Over with the call that makes it.': {
    'evidence/draw-case-file.ts widths': 'signs that the fonts of one file have, 220 at most',
    'references/import/report-file.ts #outcomes': 'rows of one import, 500,000 at most',
    'references/import/report-file.ts enrolled': 'rows of one import',
    'references/import/work-file.ts #places': 'rows of one import',
    'erasure/take-out.ts held': 'transactions and processes of one person',
    'erasure/ledger/check-ledger.ts ids': 'erasures of one ledger, 36 characters each',
    'erasure/ledger/check-ledger.ts pending': 'erasures to be repeated after a restore',
    'erasure/ledger/latest-acts.ts latest': 'holds and disputes of one ledger',
    'webhooks/queue/claim-due.ts reserved': 'endpoints of one look at the queues',
    'what-if/count-ends.ts kinds': 'kinds of ends, 20,000 at most',
    'what-if/count-ends.ts leftOut': 'causes, eight',
    'what-if/try-settings.ts running': 'tenants whose try runs, as many as the portal has connections',
  },
};

const shortened = (file: string): string => file.replace('packages/server/src/', '');
const growing = serverSources.flatMap((file) =>
  growingMapsIn(file, read(file)).map((name) => `${shortened(file)} ${name}`),
);

describe('maps that outlive a call', () => {
  test('are caches with a bound, or are named here with what keeps them small (S9)', () => {
    const named = Object.values(BOUNDS).flatMap((ofKind) => Object.keys(ofKind));
    expect(growing.toSorted()).toEqual(named.toSorted());
  });

  test('are found at the top of a file, in what a function leaves behind, and in classes', () => {
    const text = `
      const top = new Map<string, number>();
      const constant = new Map([['a', 1]]);
      class Held { readonly #own = new Set<string>(); add(one: string) { this.#own.add(one); } }
      export function makeAll(rows: string[]) {
        const left = new Map<string, number>();
        const local = new Set<string>();
        rows.forEach((row) => local.add(row));
        const window = { counts: new Map<string, number>() };
        return { add: (row: string) => left.set(row, top.set(row, window.counts.set(row, 1).size).size) };
      }`;
    expect(growingMapsIn('some.ts', text)).toEqual(['top', '#own', 'left', 'counts']);
  });
});

describe('caches', () => {
  test('are each brought by a module, so that their entries are shown (S9)', () => {
    const defined = serverSources.flatMap((file) =>
      [...read(file).matchAll(/defineCache\('(\w+)'/g)].map(([, name]) => name),
    );
    const shown = listMetrics().find(({ name }) => name === 'titular_cache_entries')?.labels['cache'];
    expect(defined.length).toBeGreaterThan(15);
    expect(defined.toSorted()).toEqual(shown?.toSorted());
  });

  test('are the only place that opens a bounded map (S9)', () => {
    const opening = serverSources.filter((file) => /new BoundedMap\b/.test(read(file)));
    expect(opening).toEqual(['packages/server/src/kernel/caches/cache.ts']);
  });
});
