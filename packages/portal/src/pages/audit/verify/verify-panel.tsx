import { type ReactNode, useState } from 'react';
import type { TextKey } from '../../../i18n/texts.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ActFailure } from '../../../ui/states/failure.tsx';
import { parseAnchor } from './anchor.ts';
import { useVerification, type Verify } from './use-verification.ts';

type Props<Verdict> = {
  /** Who verifies, and what that shows. */
  words: TextKey;
  verify: Verify<Verdict>;
  children(verdict: Verdict): ReactNode;
};

/** Starts and stops a verification, against an anchor if one is given, and shows how far it came and what it found. */
export function VerifyPanel<Verdict>({ words, verify, children }: Props<Verdict>) {
  const t = useTexts();
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const { verdict, progress, isBusy, isStopped, failure, start, stop } = useVerification(verify);
  const begin = (): void => {
    const anchor = parseAnchor(text);
    const hasNone = text.trim() === '';
    setWrong(!hasNone && anchor === undefined);
    if (hasNone || anchor !== undefined) start(anchor);
  };
  return (
    <Panel title={t('auditVerifyTitle')} text={t(words)}>
      <Form onSubmit={begin}>
        <Field
          label={t('auditAnchor')}
          value={text}
          onChange={setText}
          hint={t('auditAnchorHint')}
          error={isWrong ? t('auditAnchorWrong') : undefined}
          autoComplete="off"
          maxLength={200}
          isCode
        />
        <div className="acts">
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {t('auditVerify')}
          </Button>
          {isBusy && <Button onPress={stop}>{t('auditStop')}</Button>}
        </div>
      </Form>
      {progress && (
        <label className="audit-progress">
          {t('auditProgress', { done: progress.done, total: progress.total })}
          <progress value={progress.done} max={Math.max(1, progress.total)} />
        </label>
      )}
      <ActFailure failure={failure} />
      <div role="status">
        {isStopped && <p>{t('auditStopped')}</p>}
        {verdict !== undefined && children(verdict)}
      </div>
    </Panel>
  );
}
