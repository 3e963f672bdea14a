import { resolve } from 'node:path';
import { oneOf, serviceAddress } from './config-values.ts';
import type { Config, Setting } from './setting.ts';

/** Where sealed pictures of captures are stored. */
export const pictureSettings: readonly Setting[] = [
  {
    key: 'picturePlace',
    variable: 'TITULAR_PICTURES',
    fallback: 'database',
    bounds: '`database` or `objects`',
    purpose:
      'Where new pictures of captures are stored, sealed: in the database, or in the object store of TITULAR_OBJECTS_URL (docs/operations/pictures.md). Pictures stored before stay where they are; `titular pictures move` moves them.',
    parse: oneOf('database', 'objects'),
  },
  {
    key: 'objectsUrl',
    variable: 'TITULAR_OBJECTS_URL',
    fallback: '',
    bounds: 'an http or https address of a bucket, without credentials, query or fragment',
    purpose:
      'Bucket of an S3-compatible object store, in path style (`https://host/bucket`) or with the bucket in the host name. Required as long as any picture lies there. Default: none.',
    parse: serviceAddress,
  },
  {
    key: 'objectsRegion',
    variable: 'TITULAR_OBJECTS_REGION',
    fallback: 'us-east-1',
    bounds: '1 to 64 letters, digits and hyphens',
    purpose: 'Region that requests to the object store are signed for.',
    parse: (text) => (/^[A-Za-z0-9-]{1,64}$/.test(text) ? text : undefined),
  },
  {
    key: 'objectsAccessKey',
    variable: 'TITULAR_OBJECTS_ACCESS_KEY',
    fallback: '',
    bounds: '1 to 200 printable ASCII characters without spaces',
    purpose: 'Access key id of the object store. Default: none.',
    parse: (text) => (/^[\x21-\x7e]{1,200}$/.test(text) ? text : undefined),
    secret: true,
  },
  {
    key: 'objectsSecretKey',
    variable: 'TITULAR_OBJECTS_SECRET_KEY',
    fallback: '',
    bounds: '8 to 512 printable ASCII characters without spaces',
    purpose:
      'Secret key of the object store. It needs to list the bucket, to put, get and delete objects, and, in a bucket that keeps versions, to list and delete those. Default: none.',
    parse: (text) => (/^[\x21-\x7e]{8,512}$/.test(text) ? text : undefined),
    secret: true,
  },
];

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
      'Append-only list of erasures outside the database, and of legal holds, disputes, withdrawn references and requests of persons, by keyed hash and id and without personal data. After a restore, the start repeats what the database has lost of them (docs/operations/backup.md). Several nodes need one file on shared storage. Keep copies apart from the backups. `off` keeps none. Required in `production`. A start on a ledger that is missing, or not the one of the database, is refused; `titular data accept-ledger` accepts another. Default in `test`: erasures.ledger in the data directory; if that cannot serve, the log warns and none is kept.',
    parse: (text) => (text === 'off' ? text : text.includes('\0') ? undefined : resolve(text)),
  },
];

/** Why pictures cannot be stored with the settings, in one sentence; undefined when they can. */
export function pictureProblem(config: Config): string | undefined {
  const { picturePlace, objectsUrl, objectsAccessKey, objectsSecretKey, role } = config;
  if (role === 'engine') return undefined;
  if (objectsUrl && !(objectsAccessKey && objectsSecretKey))
    return 'TITULAR_OBJECTS_URL requires TITULAR_OBJECTS_ACCESS_KEY and TITULAR_OBJECTS_SECRET_KEY.';
  if (picturePlace === 'objects' && !objectsUrl)
    return 'TITULAR_PICTURES=objects requires TITULAR_OBJECTS_URL.';
  return undefined;
}
