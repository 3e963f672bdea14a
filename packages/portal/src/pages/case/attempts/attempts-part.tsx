import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { hasKept, useReopened } from '../../../session/kept-form.ts';
import { Empty } from '../../../ui/states/empty.tsx';
import { AttemptIcon } from '../../../words/status-icons.ts';
import type { OpenCase } from '../model/case-model.ts';
import { AttemptCard } from './attempt-card.tsx';
import { SignsList } from './signs-list.tsx';
import { type ViewedPicture, viewFormName } from './viewed-picture.ts';

const ViewDialog = lazy(() => import('./view-dialog.tsx').then((m) => ({ default: m.ViewDialog })));

/** Every picture of a case that is still held. */
const picturesOf = ({ captures }: OpenCase): ViewedPicture[] =>
  captures.attempts.flatMap(({ id: attemptId, frames }) =>
    frames.flatMap(({ step, pose, isHeld }) => (isHeld ? [{ attemptId, step, pose }] : [])),
  );

/** The attempts with what was asked and how each ended, the signs of attacks, and the pictures. */
export function AttemptsPart({ open }: { open: OpenCase }) {
  const t = useTexts();
  const [viewed, setViewed] = useState<ViewedPicture>();
  const { attempts, signs, images } = open.captures;
  const mayView = open.acts.includes('view_pictures');
  useReopened(mayView ? picturesOf(open).find((one) => hasKept(viewFormName(one))) : undefined, setViewed);
  // Nobody keeps when pictures were deleted: of an earlier moment it is not known whether they were.
  const isImagesTold = !open.isPast || images === 'erased';
  return (
    <section className="part" aria-label={t('part_attempts')}>
      {attempts.length === 0 && (
        <Empty icon={AttemptIcon} title={t('noAttempts')} text={t('noAttemptsText')} />
      )}
      {signs.length > 0 && <SignsList signs={signs} />}
      {attempts.length > 0 && isImagesTold && <p className="hint">{t(`images_${images}`)}</p>}
      {attempts.toReversed().map((attempt) => (
        <AttemptCard key={attempt.id} attempt={attempt} onView={mayView ? setViewed : undefined} />
      ))}
      <Suspense>
        {viewed && <ViewDialog subject={open.subject} viewed={viewed} onClose={() => setViewed(undefined)} />}
      </Suspense>
    </section>
  );
}
