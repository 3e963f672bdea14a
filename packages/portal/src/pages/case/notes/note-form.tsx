import type { NoteWritten, Verdict } from '@titular/contract';
import { MAX_NOTE_LENGTH, VERDICTS } from '@titular/contract/verdicts';
import { useEffect, useId, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { call } from '../../../service/call.ts';
import { useTask } from '../../../service/use-task.ts';
import { useKeptForm } from '../../../session/kept-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Command } from '../../../ui/command.tsx';
import { FieldNotes } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Select } from '../../../ui/select.tsx';
import { ActFailure } from '../../../ui/states/failure.tsx';
import { say } from '../../../ui/states/toast-store.ts';
import type { CaseSubject, OpenCase } from '../model/case-model.ts';
import { readAgain } from '../model/use-case.ts';
import { noteCommand, unsentOf } from './note-words.ts';

/** What was typed; `key` names the press, so that one repeated after a lost answer writes no second note. */
type Draft = { text: string; verdict: Verdict | 'none'; key: string };

const emptyDraft = (): Draft => ({ text: '', verdict: 'none', key: crypto.randomUUID() });

function write({ tenantId, id }: CaseSubject, { text, verdict, key }: Draft): Promise<NoteWritten> {
  const params = { tenant_id: tenantId, transaction_id: id };
  const words = text.trim();
  if (verdict === 'none') return call('writeNote', { params, body: { text: words }, idempotencyKey: key });
  const body = { verdict, ...(words === '' ? {} : { text: words }) };
  return call('giveVerdict', { params, body, idempotencyKey: key });
}

/** Writes a note; who may also gives a verdict, with or without words. */
export function NoteForm({ open: { subject, acts } }: { open: OpenCase }) {
  const t = useTexts();
  const [initial] = useState(emptyDraft);
  const [draft, keep, done] = useKeptForm<Draft>(`note ${subject.id}`, initial);
  const [isChecked, setChecked] = useState(false);
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });
  const task = useTask(() => write(subject, draft));
  const isVerdict = draft.verdict !== 'none';
  const isEmpty = !isVerdict && draft.text.trim() === '';
  const change = (part: Partial<Draft>): void => keep({ ...draft, ...part, key: crypto.randomUUID() });
  const submit = async (): Promise<void> => {
    setChecked(true);
    const sent = draft;
    if (isEmpty || !(await task.run())) return;
    const rest = unsentOf(sent, latest.current);
    done();
    // The next note is another press.
    keep({ ...emptyDraft(), ...rest });
    setChecked(false);
    say(t(isVerdict ? 'verdictGiven' : 'noteWritten'));
    void readAgain(subject);
  };
  return (
    <Form onSubmit={submit}>
      <TextField
        value={draft.text}
        error={isChecked && isEmpty ? t('noteEmpty') : undefined}
        onChange={(text) => change({ text })}
      />
      {acts.includes('give_verdict') && (
        <Select
          label={t('noteVerdict')}
          hint={t('noteVerdictHint')}
          value={draft.verdict}
          options={[
            { value: 'none', text: t('noteNoVerdict') },
            ...VERDICTS.map((verdict) => ({ value: verdict, text: t(`verdict_${verdict}`) })),
          ]}
          onChange={(verdict) => change({ verdict })}
        />
      )}
      <ActFailure failure={task.failure} />
      <div className="acts">
        <Button type="submit" kind="primary" isBusy={task.isBusy}>
          {t(isVerdict ? 'verdictGive' : 'noteWrite')}
        </Button>
      </div>
      <details className="case-command">
        <summary>{t('noteCommand')}</summary>
        <Command text={noteCommand(subject, draft.verdict === 'none' ? undefined : draft.verdict)} />
      </details>
    </Form>
  );
}

type TextProps = { value: string; error: string | undefined; onChange(text: string): void };

function TextField({ value, error, onChange }: TextProps) {
  const t = useTexts();
  const id = useId();
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {t('noteText')}
      </label>
      <textarea
        id={id}
        className="input note-input"
        rows={3}
        maxLength={MAX_NOTE_LENGTH}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? `${id}-hint` : `${id}-error ${id}-hint`}
        autoComplete="off"
      />
      <FieldNotes id={id} hint={t('noteHint')} error={error} />
    </div>
  );
}
