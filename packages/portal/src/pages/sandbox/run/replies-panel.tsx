import type { ScenarioRun } from '@titular/contract';
import { useTexts } from '../../../i18n/use-texts.ts';
import { CopyButton } from '../../../ui/secrets/copy-button.tsx';
import { runCommand } from '../model/scenario-words.ts';
import { RunFrame } from './run-frame.tsx';

/** What the call was answered that a scenario refuses, and its repetition where that is served. */
export function RepliesPanel({
  run: { scenario, replies, transactionId },
  onClose,
}: {
  run: ScenarioRun;
  onClose(): void;
}) {
  const t = useTexts();
  return (
    <RunFrame
      title={t('runTitle', { name: scenario })}
      isNew
      onClose={onClose}
      acts={<CopyButton text={runCommand(scenario)} label={t('sandboxCommand')} />}
    >
      <div className="sandbox-part" role="status">
        <h3>{t('repliesTitle')}</h3>
        <ol className="sandbox-replies">
          {replies.map(({ operation, status, code, message, retryAfterSeconds }) => (
            <li key={status}>
              <p className="mono">
                {code === undefined
                  ? transactionId === undefined
                    ? t('replyWouldServe', { operation })
                    : t('replyServed', { operation, status: `${status}` })
                  : `${operation}: ${status}, ${code}`}
              </p>
              {message !== undefined && <p className="hint">{message}</p>}
              {retryAfterSeconds !== undefined && (
                <p className="hint mono">Retry-After: {retryAfterSeconds} s</p>
              )}
            </li>
          ))}
        </ol>
      </div>
    </RunFrame>
  );
}
