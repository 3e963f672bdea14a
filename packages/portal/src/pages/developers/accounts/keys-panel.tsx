import type { AccountKeyView, AccountView } from '@titular/contract';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { KeyIcon, PlusIcon } from '../../../ui/icons.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Empty } from '../../../ui/states/empty.tsx';
import { Time } from '../../../ui/time.tsx';
import type { AccountDialog } from './account-dialog.ts';
import { EndCell, EndOf, LastUse } from './credential-times.tsx';

type Open = ((dialog: AccountDialog) => void) | undefined;
/** `onGive` and `onEnd` are undefined where the person may not make or end credentials. */
type Props = { account: AccountView; onGive: Open; onEnd: Open };

/** The public keys of an account: the valid ones, then those that have ended. */
export function KeysPanel({ account: { keys }, onGive, onEnd }: Props) {
  const t = useTexts();
  return (
    <div id="keys">
      <Panel
        title={t('keysTitle')}
        text={t('keysText')}
        isFlush
        acts={
          onGive && (
            <Button icon={PlusIcon} onPress={() => onGive({ kind: 'add-key' })}>
              {t('addKey')}
            </Button>
          )
        }
      >
        {keys.length === 0 ? (
          <Empty icon={KeyIcon} title={t('noKeys')} text={t('noKeysText')} />
        ) : (
          <KeysTable keys={keys} onEnd={onEnd} />
        )}
      </Panel>
    </div>
  );
}

function KeysTable({ keys, onEnd }: { keys: readonly AccountKeyView[]; onEnd: Open }) {
  const t = useTexts();
  return (
    <table className="table table-stack">
      <thead>
        <tr>
          <th scope="col">{t('credentialId')}</th>
          <th scope="col">{t('accountState')}</th>
          <th scope="col">{t('keyAlgorithm')}</th>
          <th scope="col">{t('credentialCreated')}</th>
          <th scope="col">{t('lastUse')}</th>
          <th scope="col">
            <span className="visually-hidden">{t('credentialActs')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.id}>
            <th scope="row" className="mono account-id">
              {key.id}
            </th>
            <td data-label={t('accountState')}>
              <EndOf of={key} />
            </td>
            <td data-label={t('keyAlgorithm')}>{key.algorithm}</td>
            <td data-label={t('credentialCreated')}>
              <Time at={key.createdAt} />
            </td>
            <td data-label={t('lastUse')}>
              <LastUse of={key} />
            </td>
            <EndCell
              of={key.id}
              onEnd={onEnd && key.isValid ? () => onEnd({ kind: 'end-key', id: key.id }) : undefined}
            />
          </tr>
        ))}
      </tbody>
    </table>
  );
}
