import type { AccountSecretView, AccountView } from '@titular/contract';
import { MAX_VALID_SECRETS } from '@titular/contract/credential-limits';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { KeyIcon, PlusIcon, ReloadIcon } from '../../../ui/icons.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Empty } from '../../../ui/states/empty.tsx';
import { Time } from '../../../ui/time.tsx';
import type { AccountDialog } from './account-dialog.ts';
import { EndCell, EndOf, LastUse } from './credential-times.tsx';

type Open = ((dialog: AccountDialog) => void) | undefined;
/** `onGive` and `onEnd` are undefined where the person may not make or end credentials. */
type Props = { account: AccountView; onGive: Open; onEnd: Open };

/** The client secrets of an account: the valid ones, then those that have ended. */
export function SecretsPanel({ account: { secrets }, onGive, onEnd }: Props) {
  const t = useTexts();
  const valid = secrets.filter(({ isValid }) => isValid).length;
  return (
    <div id="secrets">
      <Panel
        title={t('secretsTitle')}
        text={t(valid >= MAX_VALID_SECRETS ? 'secretsFull' : 'secretsText')}
        isFlush
        acts={
          onGive &&
          valid < MAX_VALID_SECRETS && (
            <>
              {valid > 0 && (
                <Button kind="primary" icon={ReloadIcon} onPress={() => onGive({ kind: 'rotate' })}>
                  {t('rotateSecret')}
                </Button>
              )}
              <Button icon={PlusIcon} onPress={() => onGive({ kind: 'add-secret' })}>
                {t('addSecret')}
              </Button>
            </>
          )
        }
      >
        {secrets.length === 0 ? (
          <Empty icon={KeyIcon} title={t('noSecrets')} text={t('noSecretsText')} />
        ) : (
          <SecretsTable secrets={secrets} onEnd={onEnd} />
        )}
      </Panel>
    </div>
  );
}

function SecretsTable({ secrets, onEnd }: { secrets: readonly AccountSecretView[]; onEnd: Open }) {
  const t = useTexts();
  // A secret of an early release has no characters by which it is known.
  const nameOf = (hint: string): string => (hint === '' ? t('secretUnknown') : `…${hint}`);
  return (
    <table className="table table-stack">
      <thead>
        <tr>
          <th scope="col">{t('secretEnding')}</th>
          <th scope="col">{t('accountState')}</th>
          <th scope="col">{t('credentialCreated')}</th>
          <th scope="col">{t('lastUse')}</th>
          <th scope="col">{t('credentialId')}</th>
          <th scope="col">
            <span className="visually-hidden">{t('credentialActs')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {secrets.map((secret) => (
          <tr key={secret.id}>
            <th scope="row" className="mono account-id">
              {nameOf(secret.hint)}
            </th>
            <td data-label={t('accountState')}>
              <EndOf of={secret} />
            </td>
            <td data-label={t('credentialCreated')}>
              <Time at={secret.createdAt} />
            </td>
            <td data-label={t('lastUse')}>
              <LastUse of={secret} />
            </td>
            <td data-label={t('credentialId')} className="mono account-id">
              {secret.id}
            </td>
            <EndCell
              of={nameOf(secret.hint)}
              onEnd={onEnd && secret.isValid ? () => onEnd({ kind: 'end-secret', id: secret.id }) : undefined}
            />
          </tr>
        ))}
      </tbody>
    </table>
  );
}
