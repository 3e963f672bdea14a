import { deletePageEventsOf } from '../../captures/index.ts';
import { deleteTemplatesOfSubjects } from '../../faces/index.ts';
import { CELLS_OF_COMPANIES, deleteCellsOf } from '../../figures/index.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { SubjectId } from '../../kernel/database/subject-ref.ts';
import { deleteCompanies } from '../../tenants/index.ts';
import { findHeldSubjects, lockPicturesOf } from '../../transactions/index.ts';
import { deleteEndpointsOfCompanies, deleteEventsOfCompanies } from '../../webhooks/index.ts';
import {
  deleteCallsOf,
  deleteExaminationsOf,
  deleteOfSubjects,
  deleteProcesses,
  deleteTransactions,
  lockProcessesOfCompanies,
  lockTransactionsOfCompanies,
} from './clear-store.ts';
import { deleteFill, type Fill, updateFill } from './fill-store.ts';

/** Transactions, and rows of other tables, of one commit. */
const TRANSACTIONS_AT_ONCE = 20;
const ROWS_AT_ONCE = 500;
const EVENTS_AT_ONCE = 100;

type Take = (trx: Db, fill: Fill) => Promise<number>;

/** A legal hold that came after the removal began: it stops where it is. */
class Held extends Error {}

/** Deletes what was captured for subjects that are locked, with the faces that came of it; throws where one of them is held. */
async function takeCaptures(trx: Db, tenantId: TenantId, ids: readonly SubjectId[]): Promise<void> {
  await lockPicturesOf(trx, tenantId, ids);
  if ((await findHeldSubjects(trx, tenantId, ids)).size > 0) throw new Held();
  await deleteTemplatesOfSubjects(trx, tenantId, ids);
  await deleteOfSubjects(trx, tenantId, ids);
}

const takeTransactions: Take = async (trx, fill) => {
  const { tenantId, companyIds } = fill;
  const ids = await lockTransactionsOfCompanies(trx, tenantId, companyIds, TRANSACTIONS_AT_ONCE);
  if (ids.length === 0) return 0;
  await takeCaptures(trx, tenantId, ids);
  await deleteCallsOf(trx, tenantId, ids);
  await deleteTransactions(trx, tenantId, ids);
  await updateFill(trx, { ...fill, removed: Math.min(fill.made, fill.removed + ids.length) });
  return ids.length;
};

const takeProcesses: Take = async (trx, { tenantId, companyIds }) => {
  const ids = await lockProcessesOfCompanies(trx, tenantId, companyIds, TRANSACTIONS_AT_ONCE);
  if (ids.length === 0) return 0;
  await takeCaptures(trx, tenantId, ids);
  await deleteProcesses(trx, tenantId, ids);
  return ids.length;
};

const takeEndpoints: Take = async (trx, { tenantId, companyIds }) => {
  const ids = await deleteEndpointsOfCompanies(trx, tenantId, companyIds, ROWS_AT_ONCE);
  if (ids.length > 0) await deleteExaminationsOf(trx, tenantId, ids);
  return ids.length;
};

/** What goes, in this order: figures after the transactions that they count, and the shops at the end. */
const TAKES: readonly Take[] = [
  takeTransactions,
  takeProcesses,
  (trx, { tenantId, companyIds }) => deleteEventsOfCompanies(trx, tenantId, companyIds, EVENTS_AT_ONCE),
  takeEndpoints,
  (trx, { tenantId, companyIds }) => deletePageEventsOf(trx, tenantId, companyIds, ROWS_AT_ONCE),
  ...CELLS_OF_COMPANIES.map(
    (table): Take =>
      (trx, { tenantId, companyIds }) =>
        deleteCellsOf(trx, table, tenantId, companyIds, ROWS_AT_ONCE),
  ),
];

async function takeNext(trx: Db, fill: Fill): Promise<boolean> {
  for (const take of TAKES) if ((await take(trx, fill)) > 0) return true;
  return false;
}

/**
 * Removes the next rows of a fill in the caller's database transaction; false once nothing was left but the shops, which are gone then. A legal
 * hold stops it: what is left stays, and the fill is there again, to be removed after the release.
 */
export async function clearStep(trx: Db, fill: Fill): Promise<boolean> {
  try {
    if (await takeNext(trx, fill)) return true;
  } catch (error) {
    if (!(error instanceof Held)) throw error;
    await updateFill(trx, { ...fill, phase: 'filled' });
    return false;
  }
  await deleteCompanies(trx, fill.tenantId, fill.companyIds);
  await deleteFill(trx, fill.tenantId);
  return false;
}
