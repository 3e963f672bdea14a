import type { DocumentView, MakeCaseFile, TransactionCase } from '@titular/contract';
import { insertAuditEntry } from '../../audit/index.ts';
import type { CaseFileSheet, CreateCaseFile } from '../../evidence/index.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { readDecisionReceipt } from '../../transactions/index.ts';
import { countDeliveriesAbout } from '../../webhooks/index.ts';
import type { CaseEvidenceDeps } from '../act/read-evidence.ts';
import type { NamedViewer, ViewPictureDeps } from '../act/view-picture.ts';
import { parseCaseId } from '../case-scope.ts';
import type { CaseDeps, CaseReader } from '../read/case-deps.ts';
import { readTransactionCase } from '../read/read-transaction-case.ts';
import { type DrawnPicture, drawPictures, heldFrames } from './case-pictures.ts';
import { readViewings } from './read-viewings.ts';
import { type Say, sayIn } from './say.ts';
import { type CaseFileFacts, makeSections } from './sections.ts';

/** What making a case file needs. */
export type CaseFileDeps = CaseDeps &
  ViewPictureDeps &
  Pick<CaseEvidenceDeps, 'settings' | 'signReceipt' | 'createEvidence'> & { createCaseFile: CreateCaseFile };

/** Who makes it: what their role does not show them is not in it. */
export type CaseFileMaker = CaseReader & NamedViewer;

/** Deliveries that are counted; beyond, the file says that there are more. */
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

/** What a file is made of, with the pictures that may still be shown. */
type Material = { facts: CaseFileFacts; receipt: string | undefined; pictures: DrawnPicture[] };

/** Pictures that are kept still, of those that were opened; refuses with 40049 when their person was erased meanwhile. */
function stillKept(found: TransactionCase, opened: readonly DrawnPicture[]): DrawnPicture[] {
  if (opened.length > 0 && found.transaction.erasedAt !== undefined) throw new Refusal('40049');
  const kept = heldFrames(found);
  return opened.filter((one) =>
    kept.some(({ attemptId, step }) => attemptId === one.attemptId && step === one.step),
  );
}

async function readMaterial(
  deps: CaseFileDeps,
  maker: CaseFileMaker,
  id: ReturnType<typeof parseCaseId>,
  opened: readonly DrawnPicture[] | undefined,
): Promise<Material> {
  const { body: found } = await readTransactionCase(deps, maker, id);
  if (!found) throw new Refusal('40420');
  const hasReceipt = found.decision?.hasReceipt === true;
  const signed = hasReceipt ? await readDecisionReceipt(deps, maker.tenantId, id) : undefined;
  const count = await countDeliveriesAbout(deps.db, maker.tenantId, id, MAX_COUNTED + 1);
  const pictures = stillKept(found, opened ?? []);
  const facts = {
    ...{ found, hasReceipt, madeBy: maker.name, at: deps.clock.now() },
    environment: deps.environment,
    deliveries: { count: Math.min(count, MAX_COUNTED), isBeyond: count > MAX_COUNTED },
    viewings: await readViewings(deps, maker, id),
    seesAudit: maker.extent('audit:read'),
    seesNotes: maker.extent('notes:write') !== undefined,
    pictures: {
      maySee: maker.extent('pictures:view') !== undefined,
      kept: heldFrames(found).length,
      shown: opened && pictures.length,
    },
  };
  return { facts, receipt: signed?.receipt, pictures };
}

function toSheet({ facts, receipt, pictures }: Material, say: Say): CaseFileSheet {
  const { id } = facts.found.transaction;
  return {
    ...{ title: say.text('title'), lead: say.text('lead'), language: say.tag, note: say.text('signed') },
    sections: makeSections(facts, say),
    ...{ pictures, receipt, at: facts.at },
    leftOut: {
      characters: (count) => say.text('leftCharacters', { count }),
      lines: (count) => say.text('leftLines', { count }),
    },
    foot: (page, of) => say.text('foot', { id, page, of }),
  };
}

/**
 * A case file of a transaction that has ended, signed. The entry that names it is committed before anything is read for it, and so are the looks
 * at its pictures. Refuses with 40420, with 40058 an open transaction, with 40343 pictures without the right, with 42906 when many are being
 * made, with 40049 when the person is erased while their pictures are opened, and as viewing them does.
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
  const pdf = await deps.createCaseFile(async () => {
    const request = asked.pictures && { id: transactionId, reason: asked.pictures.reason };
    const opened = request && (await drawPictures(deps, maker, request, say));
    const { tenantId, actor } = maker;
    const after = { language: asked.language, pictures: opened?.length ?? 0 };
    const entry = {
      action: 'transaction.make-case-file',
      subject: `transaction/${transactionId}`,
      after,
    } as const;
    await insertAuditEntry(deps.db, { clock: deps.clock, actor }, { tenantId, ...entry });
    return toSheet(await readMaterial(deps, maker, transactionId, opened), say);
  });
  return { pdf: pdf.toString('base64'), fileName: `case-${transactionId}.pdf` };
}
