import type { PictureView } from '@titular/contract';
import { lengthOf, MAX_REASON_LENGTH, MIN_REASON_LENGTH } from '@titular/contract/text-bounds';
import { type FormEvent, useEffect, useState } from 'react';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { useTask } from '../../../service/use-task.ts';
import { useDialogForm } from '../../../session/kept-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { ActFailure } from '../../../ui/states/failure.tsx';
import { absoluteTime } from '../../../ui/time-words.ts';
import { viewPicture } from '../model/case-calls.ts';
import type { CaseSubject } from '../model/case-model.ts';
import { readAgain } from '../model/use-case.ts';
import { toBlob } from './to-blob.ts';
import { type ViewedPicture, viewFormName } from './viewed-picture.ts';

type Props = { subject: CaseSubject; viewed: ViewedPicture; onClose(): void };

/** Asks why, then shows the picture; closing deletes it from the page. */
export function ViewDialog({ subject, viewed, onClose }: Props) {
  const t = useTexts();
  const [view, setView] = useState<PictureView>();
  const { attemptId, step } = viewed;
  const look = useTask((reason: string) => viewPicture(subject, { attemptId, step, reason }));
  const show = async (reason: string): Promise<void> => {
    const answer = await look.run(reason);
    if (!answer) return;
    setView(answer);
    void readAgain(subject);
  };
  // The look is written down before it is answered: what is on its way is waited for, or the log would name a look that nobody had.
  return (
    <Dialog title={t('lookTitle')} onClose={onClose} isHeld={look.isBusy} isWide={view !== undefined}>
      {view ? (
        <Picture view={view} viewed={viewed} />
      ) : (
        <Reason viewed={viewed} look={look} onClose={onClose} onShow={show} />
      )}
    </Dialog>
  );
}

type ReasonProps = Omit<Props, 'subject'> & {
  look: { isBusy: boolean; failure: unknown };
  onShow(reason: string): Promise<void>;
};

function Reason({ viewed, look, onClose, onShow }: ReasonProps) {
  const t = useTexts();
  const [reason, setReason] = useDialogForm(viewFormName(viewed), '');
  const [error, setError] = useState<string>();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (lengthOf(reason.trim()) < MIN_REASON_LENGTH) return setError(t('lookReasonShort'));
    setError(undefined);
    await onShow(reason.trim());
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
        <Button isDisabled={look.isBusy} onPress={onClose}>
          {t('cancel')}
        </Button>
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
