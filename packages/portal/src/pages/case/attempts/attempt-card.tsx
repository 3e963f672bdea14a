import type { CaptureAttempt, CapturedFrame } from '@titular/contract';
import { useId } from 'react';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Time } from '../../../ui/time.tsx';
import { absoluteTime } from '../../../ui/time-words.ts';
import { LookIcon } from '../../../words/status-icons.ts';
import { Fact } from '../fact.tsx';
import { durationWords } from '../timeline/clock-time.ts';
import type { ViewedPicture } from './viewed-picture.ts';

type Props = { attempt: CaptureAttempt; onView: ((viewed: ViewedPicture) => void) | undefined };

const HASH_SHOWN = 12;

/** One attempt: what was asked, why so much, how it ended, and the pictures of it. */
export function AttemptCard({ attempt, onView }: Props) {
  const t = useTexts();
  const id = useId();
  const { number, outcome, frames } = attempt;
  return (
    <article className="card" aria-labelledby={id}>
      <div className="card-head">
        <h3 id={id}>{t('attemptTitle', { number })}</h3>
        <Badge tone={outcome === undefined ? 'accent' : outcome === 'completed' ? 'good' : 'notice'}>
          {outcome === undefined ? t('attemptRunning') : t(`outcome_${outcome}`)}
        </Badge>
        <span className="hint">
          <Time at={attempt.startedAt} />
        </span>
      </div>
      {outcome !== undefined && <p>{t(`outcome_${outcome}_advice`)}</p>}
      <AttemptFacts attempt={attempt} />
      {frames.length > 0 && (
        <>
          <h4>{t('picturesTitle')}</h4>
          <ul className="frames">
            {frames.map((frame) => (
              <Frame key={frame.step} frame={frame} attempt={attempt} onView={onView} />
            ))}
          </ul>
        </>
      )}
    </article>
  );
}

function AttemptFacts({ attempt }: { attempt: CaptureAttempt }) {
  const t = useTexts();
  const tag = useTag();
  const { movement, poses, challengeLength, challengeReasons, startedAt, finishedAt, consent } = attempt;
  const listed = new Intl.ListFormat(tag, { type: 'conjunction' });
  const reasons = listed.format((challengeReasons ?? []).map((reason) => t(`challenge_${reason}`)));
  const length = challengeLength && t(`length_${challengeLength}`);
  return (
    <dl className="facts-list">
      <Fact name={t('attemptAsked')}>
        {[t(`movement_${movement}`), poses.map((pose) => t(`pose_${pose}`)).join(', ')]
          .filter(Boolean)
          .join(': ')}
      </Fact>
      {length && (
        <Fact name={t('attemptChallenge')}>
          {reasons === '' ? length : t('attemptBecause', { length, reasons })}
        </Fact>
      )}
      {finishedAt && (
        <Fact name={t('attemptTook')}>
          {durationWords(Date.parse(finishedAt) - Date.parse(startedAt), tag)},{' '}
          {t('attemptFrames', { count: attempt.framesReceived })}
        </Fact>
      )}
      {consent && (
        <Fact name={t('attemptConsent')}>
          {t('attemptConsentText', {
            time: absoluteTime(consent.at, tag),
            version: consent.version,
            language: consent.language,
          })}
        </Fact>
      )}
    </dl>
  );
}

type FrameProps = { frame: CapturedFrame; attempt: CaptureAttempt; onView: Props['onView'] };

function Frame({ frame: { step, pose, sha256, isHeld }, attempt: { id }, onView }: FrameProps) {
  const t = useTexts();
  const named = { number: step + 1, pose: t(`pose_${pose}`) };
  return (
    <li className="frame-line">
      <span>{t('pictureStep', named)}</span>
      {sha256 && (
        <span className="mono hint" title={`${t('pictureHash')}: ${sha256}`}>
          {sha256.slice(0, HASH_SHOWN)}…
        </span>
      )}
      {!isHeld && <span className="hint">{t('pictureGone')}</span>}
      {isHeld && onView && (
        <Button
          kind="quiet"
          icon={LookIcon}
          aria-label={t('lookAt', named)}
          onPress={() => onView({ attemptId: id, step, pose })}
        >
          {t('look')}
        </Button>
      )}
    </li>
  );
}
