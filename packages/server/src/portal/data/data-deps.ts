import type { Kysely } from 'kysely';
import type { ErasureDeps } from '../../erasure/index.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { RetentionClass } from '../../module.ts';
import type { TwoPersonRules } from '../../users/index.ts';

/** What the routes about data need; `db` are the portal's own connections, and `erasing` has those of the service: an erasure may take longer. */
export type DataDeps = {
  db: Kysely<Tables>;
  clock: ErasureDeps['clock'];
  tenantKeys: ErasureDeps['tenantKeys'];
  twoPersons: TwoPersonRules;
  erasing: ErasureDeps & { retention: readonly RetentionClass[] };
};
