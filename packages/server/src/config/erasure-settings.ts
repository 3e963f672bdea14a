import { resolve } from 'node:path';
import type { Setting } from './setting.ts';

/** What happens around the erasure of a person. */
export const erasureSettings: readonly Setting[] = [
  {
    key: 'erasureSweep',
    variable: 'TITULAR_ERASURE_SWEEP',
    fallback: 'on',
    bounds: '`on` or `off`',
    purpose:
      'Once an hour after erasures, vacuums the affected tables and overwrites the write-ahead log of the database, at most 160 MB at a time. Use `off` if the log is archived or the database is managed; your own rules then apply to the log.',
    parse: (text) => (text === 'on' || text === 'off' ? text === 'on' : undefined),
  },
  {
    key: 'erasureLedger',
    variable: 'TITULAR_ERASURE_LEDGER',
    fallback: '',
    bounds: 'a file, or `off`',
    purpose:
      'Append-only list of erasures outside the database, by keyed hash and without personal data. After a restore, the start repeats the erasures that the database has lost (docs/operations/backup.md). Several nodes need one file on shared storage. Keep copies apart from the backups. `off` keeps none. Required in `production`. A start on a ledger that is missing, or not the one of the database, is refused; `titular data accept-ledger` accepts another. Default in `test`: erasures.ledger in the data directory; if that cannot serve, the log warns and none is kept.',
    parse: (text) => (text === 'off' ? text : text.includes('\0') ? undefined : resolve(text)),
  },
];
