import { appendEntry } from '@titular/server/erasure/ledger/append-entry.ts';

/** Adds entries to the ledger named on the command line until one is refused, and prints how many were not. */
const [file = ''] = process.argv.slice(2);
let added = 0;
try {
  for (; added < 1_000; added += 1)
    await appendEntry(file, {
      ...{ erasure: `erasure-${added}`, tenant: 'tenant', at: '2026-01-01T00:00:00.000Z' },
      ...{ identity: 'a'.repeat(64), held: [], receipt: 'b'.repeat(100) },
    });
} catch (error) {
  console.log(JSON.stringify({ added, code: (error as NodeJS.ErrnoException).code }));
}
