import { useTexts } from '../../i18n/use-texts.ts';
import { Refused } from '../../service/failures.ts';
import { Button } from '../button.tsx';
import { AlertIcon } from '../icons.ts';
import { CodeHelp } from './code-help.tsx';
import { actFailureWords, failureKey, requestIdOf } from './failure-words.ts';

type Props = { failure: unknown; onRetry?: (() => void) | undefined };

/** A part that failed: it keeps its place, says what, under which request, and can be tried again. */
export function Failure({ failure, onRetry }: Props) {
  const t = useTexts();
  const id = requestIdOf(failure);
  const key = failureKey(failure, false) ?? '50001';
  return (
    <div className="failure" role="alert">
      <AlertIcon className="icon" aria-hidden />
      <div>
        <p className="failure-title">{t('failedTitle')}</p>
        <p>{t(key) || t('50001')}</p>
        {id && <p className="hint mono">{t('requestId', { id })}</p>}
        {failure instanceof Refused && (
          <p>
            <CodeHelp code={failure.code} />
          </p>
        )}
        {onRetry && <Button onPress={onRetry}>{t('tryAgain')}</Button>}
      </div>
    </div>
  );
}

/** What an act ended with, beside its button; nothing where it did not fail. */
export function ActFailure({ failure }: { failure: unknown }) {
  const t = useTexts();
  const words = actFailureWords(failure, t);
  // A refusal says what to do; a fault is for who reads the log.
  const id = failure instanceof Refused && failure.status >= 500 ? failure.requestId : undefined;
  if (words === undefined) return null;
  return (
    <p className="act-failure" role="alert">
      <AlertIcon className="icon" aria-hidden />
      <span>
        {words} {id && <span className="hint mono">{t('requestId', { id })}</span>}
      </span>
    </p>
  );
}
