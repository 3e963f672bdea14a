import './notes.css';
import type { CaseNote } from '@titular/contract';
import { lazy, Suspense, useId, useState } from 'react';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { useTenant } from '../../../shell/use-session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Time } from '../../../ui/time.tsx';
import { absoluteTime } from '../../../ui/time-words.ts';
import type { OpenCase } from '../model/case-model.ts';
import { NoteForm } from './note-form.tsx';
import { authorWords, verdictTones } from './note-words.ts';

const WithdrawDialog = lazy(() =>
  import('./withdraw-dialog.tsx').then((m) => ({ default: m.WithdrawDialog })),
);

/** Notes and verdicts of a transaction, newest first, under the form that writes one. */
export function NotesSection({ open, notes }: { open: OpenCase; notes: readonly CaseNote[] }) {
  const t = useTexts();
  const id = useId();
  const [withdrawn, setWithdrawn] = useState<CaseNote>();
  return (
    <section className="notes" aria-labelledby={id}>
      <h3 id={id}>{t('notesTitle')}</h3>
      <p className="hint">{t('notesText')}</p>
      {open.acts.includes('write_note') && <NoteForm open={open} />}
      {!open.acts.includes('write_note') && notes.length > 0 && <p className="hint">{t('noteFull')}</p>}
      {notes.length === 0 ? (
        <p className="hint">{t('noNotes')}</p>
      ) : (
        <ul className="notes-list">
          {notes.map((note) => (
            <NoteLine key={note.id} note={note} onWithdraw={() => setWithdrawn(note)} />
          ))}
        </ul>
      )}
      <Suspense>
        {withdrawn && (
          <WithdrawDialog subject={open.subject} note={withdrawn} onClose={() => setWithdrawn(undefined)} />
        )}
      </Suspense>
    </section>
  );
}

function NoteLine({ note, onWithdraw }: { note: CaseNote; onWithdraw(): void }) {
  const t = useTexts();
  const tag = useTag();
  const { may } = useTenant();
  const { verdict, text, withdrawnAt, isOwn, at } = note;
  return (
    <li className="note">
      <p className="note-head">
        {verdict ? (
          <Badge tone={withdrawnAt ? 'plain' : verdictTones[verdict]}>{t(`verdict_${verdict}`)}</Badge>
        ) : (
          <Badge>{t('notePlain')}</Badge>
        )}
        <span className="hint">
          {authorWords(note, t)}, <Time at={at} />
        </span>
        {(isOwn || may('notes:withdraw')) && withdrawnAt === undefined && (
          <Button kind="quiet" onPress={onWithdraw}>
            {t('noteWithdraw')}
          </Button>
        )}
      </p>
      {withdrawnAt !== undefined && (
        <p className="hint">{t('noteWithdrawn', { time: absoluteTime(withdrawnAt, tag) })}</p>
      )}
      {text !== undefined && <p className="note-text plain-text">{text}</p>}
    </li>
  );
}
