import type { MaskedField, Revealable } from '@titular/contract';
import { useEffect, useState } from 'react';
import { useTag, useTexts } from '../../i18n/use-texts.ts';
import { useTask } from '../../service/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ActFailure } from '../../ui/states/failure.tsx';
import { absoluteTime } from '../../ui/time-words.ts';
import { revealField } from './model/case-calls.ts';
import type { CaseSubject, OpenCase } from './model/case-model.ts';

/** So long a field stays in clear. */
const SHOWN_MS = 30_000;

/** Person and card, masked; each field can be shown by who may, and hides again by itself. */
export function PersonPanel({ subject, open }: { subject: CaseSubject; open: OpenCase }) {
  const t = useTexts();
  const tag = useTag();
  const { person, erasedAt, acts } = open;
  const mayReveal = acts.includes('reveal');
  if (erasedAt)
    return (
      <Panel title={t('personTitle')}>
        <p className="hint">{t('personErased', { time: absoluteTime(erasedAt, tag) })}</p>
      </Panel>
    );
  return (
    <Panel title={t('personTitle')}>
      <dl className="facts-list">
        {person.map((field) => (
          <PersonField key={field.field} subject={subject} field={field} mayReveal={mayReveal} />
        ))}
      </dl>
      {mayReveal && <p className="hint">{t('revealNote')}</p>}
    </Panel>
  );
}

type FieldProps = { subject: CaseSubject; field: MaskedField; mayReveal: boolean };

function PersonField({ subject, field: { field, kind, masked }, mayReveal }: FieldProps) {
  const t = useTexts();
  const [value, setValue] = useState<string>();
  const reveal = useTask(() => revealField(subject, field as Revealable));
  useEffect(() => {
    if (value === undefined) return undefined;
    const timer = window.setTimeout(() => setValue(undefined), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [value]);
  const name = t(`field_${field}`);
  const isShown = value !== undefined;
  const toggle = async (): Promise<void> =>
    isShown ? setValue(undefined) : setValue((await reveal.run())?.value);
  return (
    <div className="fact fact-act">
      <dt>
        {name} {kind && <span className="fact-kind">{kind.toUpperCase()}</span>}
      </dt>
      <dd>
        <span className="fact-value">
          <span className={isShown ? 'revealed plain-text' : 'plain-text'}>{value ?? masked}</span>
          <span className="visually-hidden" role="status">
            {isShown && t('revealed', { field: name })}
          </span>
          <ActFailure failure={reveal.failure} />
        </span>
        {mayReveal && (
          <Button
            kind="quiet"
            isBusy={reveal.isBusy}
            aria-label={t(isShown ? 'hideField' : 'showField', { field: name })}
            onPress={() => void toggle()}
          >
            {t(isShown ? 'hide' : 'show')}
          </Button>
        )}
      </dd>
    </div>
  );
}
