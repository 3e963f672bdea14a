import type { Command } from '../../frame/command.ts';
import { acceptLedgerInPlace } from './accept-ledger.ts';
import { backUp } from './back-up-data.ts';
import { locationCommands } from './location-commands.ts';
import { remove } from './remove-data.ts';
import { restore } from './restore-data.ts';
import { verify } from './verify-data.ts';

const ID = '5d41402abc4b2a76b9719d911017c592';

/** Where the data of a deployment is, and how it is copied, brought back and removed. */
export const dataCommands: readonly Command[] = [
  ...locationCommands,
  {
    name: 'data backup',
    summary:
      'Back up the embedded database into a new directory while the service runs. The backup is opened once, and a manifest lists its parts and what it holds.',
    positionals: ['directory'],
    options: {
      'with-master-key': {
        text: 'Put the master key into the backup, which can then be opened by whoever has it.',
      },
    },
    examples: ['titular data backup /backups/titular-2026-11-23'],
    runAlone: backUp,
  },
  {
    name: 'data restore',
    summary:
      'Make the embedded database of a backup, in a data directory that has none. The manifest is verified before; audit chain, counts and keys are compared after.',
    positionals: ['directory'],
    options: {
      ledger: {
        value: 'file',
        text: 'The erasure ledger, if it is not in its place yet; it is copied there. The next start repeats the erasures since the backup.',
      },
      'without-ledger': { text: 'Restore though persons who were erased since the backup are then back.' },
    },
    examples: [
      'titular data restore /backups/titular-2026-11-23',
      'titular data restore /backups/titular-2026-11-23 --ledger /safe/erasures.ledger',
    ],
    runAlone: restore,
  },
  {
    name: 'data verify',
    summary:
      'Verify a backup against its manifest; without one, verify the database: master keys, audit chain, and that the erasure ledger has every erasure since the database was backed up.',
    positionals: ['directory?'],
    options: {
      'without-ledger': { text: 'Accept that persons who were erased since the backup are back.' },
    },
    examples: ['titular data verify', 'titular data verify /backups/titular-2026-11-23'],
    runAlone: verify,
  },
  {
    name: 'data accept-ledger',
    summary:
      'Make the erasure ledger in its place the one of the database or, if none is there, have the next start begin one. Persons who were erased since the database was backed up, and are not in that ledger, stay back.',
    examples: ['titular data accept-ledger'],
    run: acceptLedgerInPlace,
  },
  {
    name: 'data remove',
    summary:
      'Remove the embedded database of the data directory, or by its id one whose data directory no longer exists. Refused while a service runs on it; keeps the master key and the erasure ledger.',
    positionals: ['id?'],
    options: {
      yes: { text: 'Remove the database of the data directory without asking.' },
      force: {
        text: 'With an id: also remove a database whose data directory exists, cannot be read, or was never recorded; never a running one.',
      },
    },
    examples: ['titular data remove', `titular data remove ${ID}`],
    runAlone: remove,
  },
];
