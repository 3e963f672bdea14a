import type { ChallengePose, PictureView } from '@titular/contract';
import { lengthOf, MAX_REASON_LENGTH, MIN_REASON_LENGTH } from '@titular/contract/text-bounds';
import { type FormEvent, useEffect, useState } from 'react';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { useTask } from '../../../service/use-task.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { ActFailure } from '../../../ui/states/failure.tsx';
import { absoluteTime } from '../../../ui/time-words.ts';
import { viewPicture } from '../model/case-calls.ts';
import type { CaseSubject } from '../model/case-model.ts';
import { readAgain } from '../model/use-case.ts';
import { toBlob } from './to-blob.ts';

/** The picture that somebody wants to look at. */
export type ViewedPicture = { attemptId: string; step: number; pose: ChallengePose };
type Props = { subject: CaseSubject; viewed: ViewedPicture; onClose(): void };

/** Asks why, then shows the picture; closing deletes it from the page. */
export function ViewDialog({ subject, viewed, onClose }: Props) {
  const t = useTexts();
  const [view, setView] = useState<PictureView>();
  return (
    <Dialog title={t('lookTitle')} onClose={onClose} isWide={view !== undefined}>
      {view ? (
        <Picture view={view} viewed={viewed} />
      ) : (
        <Reason subject={subject} viewed={viewed} onClose={onClose} onView={setView} />
      )}
    </Dialog>
  );
}

function Reason({ subject, viewed, onClose, onView }: Props & { onView(view: PictureView): void }) {
  const t = useTexts();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const look = useTask(() =>
    viewPicture(subject, { attemptId: viewed.attemptId, step: viewed.step, reason: reason.trim() }),
  );
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (lengthOf(reason.trim()) < MIN_REASON_LENGTH) return setError(t('lookReasonShort'));
    setError(undefined);
    const view = await look.run();
    if (!view) return;
    onView(view);
    void readAgain(subject);
  };
  return (
    <form className="form" onSubmit={(event) => void submit(event)} noValidate>
      <p>{t('lookText')}</p>
      <Field
        label={t('lookReason')}
        hint={t('lookReasonHint')}
        value={reason}
        onChange={setReason}
        error={error}
        maxLength={MAX_REASON_LENGTH}
        autoComplete="off"
        autoFocus
      />
      <ActFailure failure={look.failure} />
      <div className="dialog-acts">
        <Button onPress={onClose}>{t('cancel')}</Button>
        <Button kind="primary" type="submit" isBusy={look.isBusy}>
          {t('lookShow')}
        </Button>
      </div>
    </form>
  );
}

function Picture({ view, viewed: { step, pose } }: { view: PictureView; viewed: ViewedPicture }) {
  const t = useTexts();
  const tag = useTag();
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(toBlob(view.jpeg, 'image/jpeg'));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [view]);
  return (
    <figure className="looked">
      {address && (
        <img
          src={address}
          alt={t('lookAlt', { number: step + 1, pose: t(`pose_${pose}`) })}
          draggable={false}
        />
      )}
      <figcaption>
        <p>{t('lookShown', { time: absoluteTime(view.viewedAt, tag) })}</p>
        <p className="hint">
          {t('pictureHash')}: <span className="mono">{view.sha256}</span>
        </p>
      </figcaption>
    </figure>
  );
}
