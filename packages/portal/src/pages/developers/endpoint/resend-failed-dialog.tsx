import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { FailedCount, ResendFailedResponse } from '@titular/contract';
import { WEBHOOK_LOG_DAYS } from '@titular/contract/webhook-log-days';
import { useState } from 'react';
import { CopyCommand } from '../../../commands/copy-command.tsx';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { useTask } from '../../../service/use-task.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { ActFailure } from '../../../ui/states/failure.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { say } from '../../../ui/states/toast-store.ts';
import { absoluteTime } from '../../../ui/time-words.ts';

const HOUR_MS = 3_600_000;
/** How far back each choice goes; the last stays an hour within what is kept, because the dialog may stand open. */
const HOURS = { sinceHour: 1, sinceDay: 24, sinceWeek: 7 * 24, sinceAll: WEBHOOK_LOG_DAYS * 24 - 1 } as const;
const CHOICES = Object.keys(HOURS) as (keyof typeof HOURS)[];
type Since = keyof typeof HOURS | 'sinceFailing';

type Props = {
  /** What counts the failed ones since a time. */
  countSince(since: string): UseQueryOptions<FailedCount>;
  resendSince(since: string): Promise<ResendFailedResponse>;
  /** The command that does the same; whoever runs a receiver has none. */
  commandSince?: (since: string) => string;
  failingSince: string | undefined;
  onResent(): void;
  onClose(): void;
};

/** Counts what failed since a moment, and sends it again once the person has seen how much it is. */
export function ResendFailedDialog({ countSince, resendSince, failingSince, ...props }: Props) {
  const { commandSince, onResent, onClose } = props;
  const t = useTexts();
  const tag = useTag();
  const [openedAt] = useState(Date.now);
  const [began] = useState(failingSince);
  const [chosen, setChosen] = useState<Since>(began === undefined ? 'sinceDay' : 'sinceFailing');
  const backTo = (hours: number): string => new Date(openedAt - hours * HOUR_MS).toISOString();
  const since = chosen === 'sinceFailing' ? (began ?? backTo(HOURS.sinceDay)) : backTo(HOURS[chosen]);
  const count = useQuery(countSince(since));
  const resend = useTask(resendSince);
  const send = async (): Promise<void> => {
    const resent = await resend.run(since);
    if (!resent) return;
    onResent();
    say(t(resent.hasMore ? 'resentSome' : 'resentFailed', { count: resent.deliveries }));
    onClose();
  };
  return (
    <Dialog title={t('resendFailed')} onClose={onClose} isHeld={resend.isBusy} isQuestion>
      <Select<Since>
        label={t('failedSince')}
        value={chosen}
        options={[
          ...(began === undefined
            ? []
            : [
                {
                  value: 'sinceFailing' as const,
                  text: t('sinceFailing', { time: absoluteTime(began, tag) }),
                },
              ]),
          ...CHOICES.map((value) => ({ value, text: t(value) })),
        ]}
        onChange={setChosen}
      />
      <Loaded of={count} lines={1}>
        {({ deliveries, more }) => (
          <p role="status">
            <strong>{t(more ? 'failedMore' : 'failedCount', { count: deliveries })}</strong>
          </p>
        )}
      </Loaded>
      <p>{t('resendFailedText')}</p>
      <ActFailure failure={resend.failure} />
      <div className="dialog-acts">
        <CopyCommand text={commandSince?.(since)} />
        <Button isDisabled={resend.isBusy} onPress={onClose}>
          {t('cancel')}
        </Button>
        <Button
          kind="primary"
          isBusy={resend.isBusy}
          isDisabled={!count.data || count.data.deliveries === 0}
          onPress={() => void send()}
        >
          {t('sendAgain')}
        </Button>
      </div>
    </Dialog>
  );
}
