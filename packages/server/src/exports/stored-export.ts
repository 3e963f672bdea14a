import type { ExportKind, ExportState } from '@titular/contract';
import type { Kysely } from 'kysely';
import type { Clock } from '../kernel/base/clock.ts';
import type { CompanyId, TenantId } from '../kernel/base/id.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import type { TenantKey, TenantKeys } from '../tenants/index.ts';

/** What asking for files, writing and reading them needs. */
export type ExportDeps = {
  db: Kysely<Tables>;
  clock: Clock;
  tenantKeys: TenantKeys;
  environment: 'test' | 'production';
};

/** A file that was asked for: by whom, of what, and within which reach. */
export type NewExport = {
  tenantId: TenantId;
  exportId: string;
  userId: string;
  kind: ExportKind;
  companies: 'all' | readonly CompanyId[];
  /** Each row has its person and card. */
  withPersons: boolean;
  /** Of the audit log, whether it holds the exporter's own acts alone. */
  isOwn: boolean;
  sealedFilter: Buffer;
  /** The file begins before this id. */
  firstId: string;
};

/** A file, and how far it is written. */
export type StoredExport = NewExport & {
  state: ExportState;
  /** Every row of the filter from this id on is written. */
  reachedId: string;
  rows: number;
  parts: number;
  isWhole: boolean;
  /** Bytes of the lines, before they are compressed. */
  bytes: number;
  /** The part that a reading which goes on asks for next. */
  nextPart: number;
  failures: number;
  createdAt: Date;
  expiresAt: Date;
  finishedAt: Date | undefined;
};

const placeOf = ({ exportId }: Pick<NewExport, 'exportId'>) => ['exports', exportId, 'filter'] as const;

/** Seals what the list was narrowed to: a word of it may be one that somebody typed. */
export const sealFilter = (key: TenantKey, of: Pick<NewExport, 'exportId'>, filter: object): Buffer =>
  key.seal(...placeOf(of), Buffer.from(JSON.stringify(filter)));

/** Opens what the list was narrowed to. */
export const openFilter = (
  key: TenantKey,
  stored: Pick<NewExport, 'exportId' | 'sealedFilter'>,
): Readonly<Record<string, unknown>> =>
  JSON.parse(key.unseal(...placeOf(stored), stored.sealedFilter).toString('utf8'));

/** Where a part keeps its lines. */
export const partPlace = (
  { exportId, withPersons }: Pick<NewExport, 'exportId'> & { withPersons?: boolean },
  part: number,
) =>
  // A node of an earlier release, which asks for no right to persons, opens no part with them.
  ['export_parts', `${exportId}/${part}`, withPersons ? 'person-lines' : 'lines'] as const;

/** How the audit log names an export. */
export const subjectOf = ({ exportId }: Pick<NewExport, 'exportId'>): `export/${string}` =>
  `export/${exportId}`;

/** The task that writes it: one with persons has its own, which no node of an earlier release takes. */
export const taskOf = ({
  withPersons,
}: Pick<NewExport, 'withPersons'>): 'write-export' | 'write-person-export' =>
  withPersons ? 'write-person-export' : 'write-export';
