import './fill.css';
import type { SandboxFill } from '@titular/contract';
import { useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { changePreferences, preferences } from '../../../preferences/preference-store.ts';
import { useStore } from '../../../service/store.ts';
import { useAct } from '../../../service/use-act.ts';
import { useTenant } from '../../../shell/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Command } from '../../../ui/command.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { CopyButton } from '../../../ui/secrets/copy-button.tsx';
import { ActFailure } from '../../../ui/states/failure.tsx';
import { say } from '../../../ui/states/toast-store.ts';
import { fillCommand, showFill, useFill, useIsEmpty } from './use-fill.ts';

/** Offers sandbox transactions to a tenant without traffic, shows their progress, and removes them. */
export function FillPanel() {
  const { tenantId, company } = useTenant();
  const fill = useFill(tenantId).data;
  if (!fill) return null;
  if (fill.state === 'filling' || fill.state === 'clearing') return <Progress fill={fill} />;
  if (fill.state === 'filled') return <Filled fill={fill} />;
  // Of one company alone, nothing says that the tenant is new.
  return company === undefined ? <OfferToNew total={fill.total} /> : null;
}

/** The offer is for a tenant that has no transaction at all. */
function OfferToNew({ total }: { total: number }) {
  const { tenantId } = useTenant();
  return useIsEmpty(tenantId) ? <Offer total={total} /> : null;
}

function Offer({ total }: { total: number }) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const act = useAct('fillSandbox');
  const start = async (): Promise<void> => {
    const begun = await act.run({ params: { tenant_id: tenantId } });
    if (begun) showFill(tenantId, begun);
  };
  return (
    <Panel
      title={t('fillTitle')}
      text={t('fillText', { all: total })}
      acts={
        <>
          <CopyButton
            text={fillCommand('fill', tenantId)}
            label={t('fillCommand')}
            of={t('fillStart', { all: total })}
          />
          <Button kind="primary" isBusy={act.isBusy} onPress={() => void start()}>
            {t('fillStart', { all: total })}
          </Button>
        </>
      }
    >
      <ActFailure failure={act.failure} />
    </Panel>
  );
}

function Progress({ fill: { state, made, removed, total } }: { fill: SandboxFill }) {
  const t = useTexts();
  const [done, count] = state === 'filling' ? [made, total] : [removed, made];
  return (
    <Panel title={t('fillThere')}>
      <div className="fill-progress">
        <p>{t(state === 'filling' ? 'fillRunning' : 'fillClearing', { done, all: count })}</p>
        <progress aria-label={t('fillProgress')} value={done} max={Math.max(1, count)} />
        <p className="hint">{t('fillKeepWorking')}</p>
      </div>
    </Panel>
  );
}

function Filled({ fill: { made, task } }: { fill: SandboxFill }) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const { task: begun } = useStore(preferences);
  const [isAsking, setAsking] = useState(false);
  const isOwn = begun?.tenantId === tenantId;
  const show = (): void =>
    changePreferences({
      task: isOwn ? { ...begun, isShown: true } : { tenantId, isShown: true, isFound: false, isRead: false },
    });
  return (
    <Panel
      title={t('fillThere')}
      text={t('fillThereText', { count: made })}
      acts={
        <>
          <Button onPress={() => setAsking(true)}>{t('fillClear')}</Button>
          {task && !(isOwn && begun.isShown) && (
            <Button kind="primary" onPress={show}>
              {t(isOwn ? 'taskGoOn' : 'taskOffer')}
            </Button>
          )}
        </>
      }
    >
      {isAsking && <Removal onClose={() => setAsking(false)} />}
    </Panel>
  );
}

function Removal({ onClose }: { onClose(): void }) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const act = useAct('clearSandbox');
  const clear = async (): Promise<void> => {
    const begun = await act.run({ params: { tenant_id: tenantId } });
    if (!begun) return;
    changePreferences({ task: undefined });
    showFill(tenantId, begun);
    if (begun.state === 'none') say(t('fillDone'));
    onClose();
  };
  return (
    <Confirm
      title={t('fillClearTitle')}
      text={t('fillClearText')}
      act={t('fillClear')}
      isDanger
      isBusy={act.isBusy}
      failure={act.failure}
      onConfirm={() => void clear()}
      onClose={onClose}
    >
      <Command text={fillCommand('clear', tenantId)} />
    </Confirm>
  );
}
