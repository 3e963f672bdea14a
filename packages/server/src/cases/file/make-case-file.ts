import type { DocumentView, MakeCaseFile } from '@titular/contract';
import { insertAuditEntry } from '../../audit/index.ts';
import type { CreateCaseFile } from '../../evidence/index.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { readDecisionReceipt } from '../../transactions/index.ts';
import { countDeliveriesAbout } from '../../webhooks/index.ts';
import type { CaseEvidenceDeps } from '../act/read-evidence.ts';
import type { NamedViewer, ViewPictureDeps } from '../act/view-picture.ts';
import { parseCaseId } from '../case-scope.ts';
import type { CaseDeps, CaseReader } from '../read/case-deps.ts';
import { readTransactionCase } from '../read/read-transaction-case.ts';
import { drawPictures } from './case-pictures.ts';
import { type Say, sayIn } from './say.ts';
import { type CaseFileFacts, makeSections } from './sections.ts';

/** What making a case file needs. */
export type CaseFileDeps = CaseDeps &
  ViewPictureDeps &
  Pick<CaseEvidenceDeps, 'settings' | 'signReceipt' | 'createEvidence'> & { createCaseFile: CreateCaseFile };

/** Who makes it: what their role does not show them is not in it. */
export type CaseFileMaker = CaseReader & NamedViewer;

/** Deliveries that are counted; more of one transaction are not told apart. */
const MAX_COUNTED = 10_000;

/** Refuses before anything is written down: what is out of sight, has not ended, or asks for pictures without the right. */
async function refuseUnmakeable(
  deps: CaseFileDeps,
  maker: CaseFileMaker,
  id: string,
  { pictures }: MakeCaseFile,
): Promise<void> {
  const { body } = await readTransactionCase(deps, maker, id);
  if (!body?.transaction.finishedAt) throw new Refusal('40058');
  if (pictures && maker.extent('pictures:view') === undefined) throw new Refusal('40343');
}

async function readFacts(
  deps: CaseFileDeps,
  maker: CaseFileMaker,
  id: ReturnType<typeof parseCaseId>,
): Promise<{ facts: CaseFileFacts; receipt: string | undefined }> {
  const { body: found } = await readTransactionCase(deps, maker, id);
  if (!found) throw new Refusal('40420');
  const hasReceipt = found.decision?.hasReceipt === true;
  const signed = hasReceipt ? await readDecisionReceipt(deps, maker.tenantId, id) : undefined;
  const facts = {
    ...{ found, hasReceipt, madeBy: maker.name, at: deps.clock.now() },
    deliveryCount: await countDeliveriesAbout(deps.db, maker.tenantId, id, MAX_COUNTED),
    seesAudit: maker.extent('audit:read'),
    seesNotes: maker.extent('notes:write') !== undefined,
  };
  return { facts, receipt: signed?.receipt };
}

const picturesSection = (leftOut: number, say: Say) =>
  leftOut > 0
    ? [{ title: say.text('pictures'), lines: [['', say.text('morePictures', { count: leftOut })] as const] }]
    : [];

/**
 * A case file of a transaction that has ended, signed. The entry that names it is committed before anything is read for it, and so are the looks
 * at its pictures. Refuses with 40420, with 40058 an open transaction, with 40343 pictures without the right, and as viewing them does.
 */
export async function makeCaseFile(
  deps: CaseFileDeps,
  maker: CaseFileMaker,
  id: string,
  asked: MakeCaseFile,
): Promise<DocumentView> {
  const transactionId = parseCaseId(id);
  const say = sayIn(asked.language);
  await refuseUnmakeable(deps, maker, transactionId, asked);
  const { pictures, leftOut } = asked.pictures
    ? await drawPictures(deps, maker, { id: transactionId, reason: asked.pictures.reason }, say)
    : { pictures: [], leftOut: 0 };
  const { tenantId, actor } = maker;
  const after = { language: asked.language, pictures: pictures.length };
  const entry = { action: 'transaction.make-case-file', subject: `transaction/${transactionId}`, after };
  await insertAuditEntry(deps.db, { clock: deps.clock, actor }, { tenantId, ...entry });
  const { facts, receipt } = await readFacts(deps, maker, transactionId);
  const pdf = await deps.createCaseFile(
    {
      ...{ title: say.text('title'), lead: say.text('lead'), language: say.tag, note: say.text('signed') },
      sections: [...makeSections(facts, say), ...picturesSection(leftOut, say)],
      ...{ pictures, receipt, at: facts.at },
    },
    facts.at,
  );
  return { pdf: pdf.toString('base64'), fileName: `case-${transactionId}.pdf` };
}
