import type { ReceiverAccess, ReceiverLink } from '@titular/contract';
import { lazy, Suspense, useState } from 'react';
import { CopyCommand } from '../../../commands/copy-command.tsx';
import { endpointCommands } from '../../../commands/endpoint-commands.ts';
import { useTag, useTexts } from '../../../i18n/use-texts.ts';
import { queryClient, useRead } from '../../../service/queries.ts';
import { useAct } from '../../../service/use-act.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { ActFailure } from '../../../ui/states/failure.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { say } from '../../../ui/states/toast-store.ts';
import { absoluteTime } from '../../../ui/time-words.ts';
import { browserWords } from '../../../words/browser-words.ts';
import type { EndpointParams } from './use-endpoint.ts';

const ReceiverLinkDialog = lazy(() =>
  import('./receiver-link-dialog.tsx').then((module) => ({ default: module.ReceiverLinkDialog })),
);

const readAgain = (): void => void queryClient.invalidateQueries({ queryKey: ['listReceiverAccesses'] });

/** Who may see this endpoint without an account: links that nobody opened yet, and sessions; and the way to make one more. */
export function ReceiversPanel({ params, isOn }: { params: EndpointParams; isOn: boolean }) {
  const t = useTexts();
  const read = useRead('listReceiverAccesses', { params });
  const [made, setMade] = useState<ReceiverLink>();
  const making = useAct('makeReceiverLink');
  const make = async (): Promise<void> => {
    setMade(await making.run({ params }));
    // Something may have been made though its answer was lost.
    readAgain();
  };
  return (
    <Panel
      title={t('receiverPanel')}
      text={t('receiverPanelText')}
      acts={
        <Button isBusy={making.isBusy} isDisabled={!isOn} onPress={() => void make()}>
          {t('receiverMake')}
        </Button>
      }
    >
      <ActFailure failure={making.failure} />
      <Loaded of={read} lines={2}>
        {({ accesses }) =>
          accesses.length === 0 ? (
            <p className="hint">{t('receiverNobody')}</p>
          ) : (
            <ul className="receiver-accesses">
              {accesses.map((access) => (
                <Access key={access.id} access={access} params={params} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {made && (
        <Suspense>
          <ReceiverLinkDialog
            made={made}
            command={endpointCommands(params.tenant_id, params.endpoint_id).receiverLink()}
            onClose={() => setMade(undefined)}
          />
        </Suspense>
      )}
    </Panel>
  );
}

function Access({ access, params }: { access: ReceiverAccess; params: EndpointParams }) {
  const t = useTexts();
  const tag = useTag();
  const { id, state, madeByName, lastUsedAt, browser, expiresAt } = access;
  const end = useAct('endReceiverAccess');
  const endNow = async (): Promise<void> => {
    if (!(await end.run({ params: { ...params, access_id: id } }))) return;
    readAgain();
    say(t('receiverEnded'));
  };
  const facts = [
    madeByName === undefined ? t('receiverMadeByCommand') : t('receiverMadeBy', { name: madeByName }),
    ...(browser === undefined ? [] : [browserWords(browser, t)]),
    ...(lastUsedAt === undefined ? [] : [t('receiverLastUsed', { time: absoluteTime(lastUsedAt, tag) })]),
    t('receiverExpires', { time: absoluteTime(expiresAt, tag) }),
  ];
  return (
    <li className="receiver-access">
      <span>
        <strong>{t(`receiverState_${state}`)}</strong>
        <span className="hint"> {facts.join(' · ')}</span>
      </span>
      <Button isBusy={end.isBusy} onPress={() => void endNow()}>
        {t('receiverEndNow')}
      </Button>
      <CopyCommand
        text={endpointCommands(params.tenant_id, params.endpoint_id).endReceiver(id)}
        of={t('receiverEndNow')}
      />
      <ActFailure failure={end.failure} />
    </li>
  );
}
