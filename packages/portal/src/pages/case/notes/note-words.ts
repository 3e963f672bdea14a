import type { CaseNote, Verdict } from '@titular/contract';
import type { Translate } from '../../../i18n/texts.ts';
import type { Tone } from '../../../ui/badge.tsx';

/** Tone of each verdict; its word says the same. */
export const verdictTones: Readonly<Record<Verdict, Tone>> = {
  genuine: 'good',
  fraud: 'danger',
  unclear: 'notice',
};

/** Who wrote a note, in words. */
export function authorWords({ author, authorName }: CaseNote, t: Translate): string {
  if (authorName !== undefined) return authorName;
  return t(author.startsWith('user:') ? 'by_somebody' : 'by_command');
}

/** The verdict that stands: the newest that was not withdrawn. */
export const standingVerdict = (notes: readonly CaseNote[]): CaseNote | undefined =>
  notes.find(({ verdict, withdrawnAt }) => verdict !== undefined && withdrawnAt === undefined);

/** The command that writes a note, or gives the verdict. */
export const noteCommand = (
  { tenantId, id }: { tenantId: string; id: string },
  verdict: Verdict | undefined,
): string => {
  const act = verdict === undefined ? ['note', id] : ['verdict', id, verdict, '--with-note'];
  return ['npx', 'titular', 'transactions', ...act, '--tenant', tenantId, '<', 'note.txt'].join(' ');
};

/** The command that withdraws a note or verdict. */
export const withdrawCommand = (
  { tenantId, id }: { tenantId: string; id: string },
  { id: noteId }: Pick<CaseNote, 'id'>,
): string => `npx titular transactions withdraw-note ${id} ${noteId} --tenant ${tenantId}`;

/** What of a form stays when something of it was sent: what was typed or chosen since. */
export function unsentOf<Form extends { text: string; verdict: Verdict | 'none' }>(
  sent: Form,
  now: Form,
): Pick<Form, 'text' | 'verdict'> {
  const isLonger = now.text !== sent.text && now.text.startsWith(sent.text);
  const typed = isLonger ? now.text.slice(sent.text.length).trimStart() : now.text;
  return {
    text: now.text === sent.text ? '' : typed,
    verdict: now.verdict === sent.verdict ? 'none' : now.verdict,
  };
}
