import './deployment.css';
import type { DeploymentKeys, MasterKeyRow, SigningKeyRow } from '@titular/contract';
import { useState } from 'react';
import type { TextKey } from '../../i18n/texts.ts';
import { useTag, useTexts } from '../../i18n/use-texts.ts';
import { queryClient, useRead } from '../../service/queries.ts';
import { useAct } from '../../service/use-act.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Command } from '../../ui/command.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { say } from '../../ui/states/toast-store.ts';
import { Time } from '../../ui/time.tsx';
import { absoluteTime } from '../../ui/time-words.ts';
import { OperatorPage } from './operator-page.tsx';

type Purpose = SigningKeyRow['purpose'];

const PURPOSES = {
  'access-token': 'keyPurposeAccess',
  'sdk-token': 'keyPurposeSdk',
  receipt: 'keyPurposeReceipt',
} as const satisfies Record<Purpose, TextKey>;

/** Keys of the deployment by id, and a new key for what one signs. */
export function KeysPage() {
  const t = useTexts();
  return (
    <OperatorPage title={t('deploymentKeysTitle')} text={t('keysIntro')}>
      <Keys />
    </OperatorPage>
  );
}

function Keys() {
  const t = useTexts();
  const read = useRead('readDeploymentKeys');
  const [rotated, setRotated] = useState<Purpose>();
  return (
    <>
      <Panel title={t('signingTitle')} text={t('signingText')} isFlush>
        <Loaded of={read} lines={4}>
          {({ signing }) => <SigningTable signing={signing} />}
        </Loaded>
        <div className="key-acts">
          {(Object.keys(PURPOSES) as Purpose[]).map((purpose) => (
            <Button key={purpose} onPress={() => setRotated(purpose)}>
              {t('rotateSigning', { purpose: t(PURPOSES[purpose]) })}
            </Button>
          ))}
        </div>
      </Panel>
      <Panel title={t('masterTitle')} text={t('masterText')} isFlush>
        <Loaded of={read} lines={2}>
          {({ master }) => <MasterTable master={master} />}
        </Loaded>
        <div className="key-acts">
          <Command text="npx titular keys rotate-master --help" />
        </div>
      </Panel>
      {rotated && <RotateDialog purpose={rotated} onClose={() => setRotated(undefined)} />}
    </>
  );
}

function SigningTable({ signing }: Pick<DeploymentKeys, 'signing'>) {
  const t = useTexts();
  const tag = useTag();
  return (
    <table className="table table-stack">
      <thead>
        <tr>
          <th scope="col">{t('keyId')}</th>
          <th scope="col">{t('keyPurpose')}</th>
          <th scope="col">{t('keyCreated')}</th>
          <th scope="col">{t('keyEnds')}</th>
        </tr>
      </thead>
      <tbody>
        {signing.map(({ id, purpose, createdAt, signsFrom, endsAt, isValid }) => (
          <tr key={id}>
            <th scope="row">
              <span className="mono process-name">{id}</span>
            </th>
            <td data-label={t('keyPurpose')}>{t(PURPOSES[purpose])}</td>
            <td data-label={t('keyCreated')}>
              <Time at={createdAt} />
              {signsFrom !== undefined && (
                <span className="hint process-name">
                  {t('keySignsFrom', { time: absoluteTime(signsFrom, tag) })}
                </span>
              )}
            </td>
            <td data-label={t('keyEnds')}>
              {endsAt === undefined ? '–' : <Time at={endsAt} />}
              {!isValid && (
                <>
                  {' '}
                  <Badge>{t('keyEnded')}</Badge>
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function MasterTable({ master }: { master: readonly MasterKeyRow[] }) {
  const t = useTexts();
  return (
    <table className="table table-stack">
      <thead>
        <tr>
          <th scope="col">{t('keyId')}</th>
          <th scope="col">{t('tenantState')}</th>
          <th scope="col">{t('masterWraps')}</th>
        </tr>
      </thead>
      <tbody>
        {master.map(
          ({ id, isPresent, isPrepared, tenants, signingKeys: signing, deploymentKeys: deployment }) => (
            <tr key={id}>
              <th scope="row">
                <span className="mono process-name">{id}</span>
              </th>
              <td data-label={t('tenantState')}>
                {isPresent && <Badge tone="good">{t('masterPresent')}</Badge>}
                {isPrepared && <Badge tone="notice">{t('masterPrepared')}</Badge>}
                {!isPresent && !isPrepared && '–'}
              </td>
              <td data-label={t('masterWraps')}>{t('masterCounts', { tenants, signing, deployment })}</td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

function RotateDialog({ purpose, onClose }: { purpose: Purpose; onClose(): void }) {
  const t = useTexts();
  const act = useAct('rotateSigningKey');
  const rotate = async (): Promise<void> => {
    const keys = await act.run({ body: { purpose } });
    void queryClient.invalidateQueries({ queryKey: ['readDeploymentKeys'] });
    if (!keys) return;
    say(t('keyRotated'));
    onClose();
  };
  return (
    <Confirm
      title={t('rotateSigning', { purpose: t(PURPOSES[purpose]) })}
      text={t('rotateSigningText')}
      act={t('rotateAct')}
      isBusy={act.isBusy}
      failure={act.failure}
      onConfirm={() => void rotate()}
      onClose={onClose}
    >
      <Command text={`npx titular keys rotate-signing --purpose ${purpose}`} />
    </Confirm>
  );
}
