import type { CaptureSign } from '@titular/contract';
import { isReasonCode } from '@titular/contract/main-reason';
import { useTexts } from '../../../i18n/use-texts.ts';
import { SignIcon } from '../../../words/status-icons.ts';

/** The signs of attacks that were seen, each as a sentence with how often and where. */
export function SignsList({ signs }: { signs: readonly CaptureSign[] }) {
  const t = useTexts();
  return (
    <article className="card signs">
      <div className="card-head">
        <SignIcon className="icon mark-notice" aria-hidden />
        <h3>{t('signsTitle')}</h3>
      </div>
      <p className="hint">{t('signsText')}</p>
      <ul className="signs-list">
        {signs.map(({ sign, sentence, seen, attempt }) => (
          <li key={`${sign} ${attempt}`}>
            {isReasonCode(sign) ? t(`why_${sign}`) : sentence}{' '}
            <span className="hint">
              {t('signSeen', { count: seen })}
              {attempt > 0 && `, ${t('signAttempt', { number: attempt })}`}
            </span>
          </li>
        ))}
      </ul>
    </article>
  );
}
