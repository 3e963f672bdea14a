import './fill.css';
import type { SandboxFill } from '@titular/contract';
import { useEffect, useRef, useState } from 'react';
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
import { fillCommand, readFillAgain, showFill, useFill, useIsEmpty } from './use-fill.ts';

/** Without progress for so long, something is wrong. */
const STALLED_MS = 30_000;

/** Tells the end of what was seen under way. */
function useEndTold(state: SandboxFill['state'] | undefined): void {
  const t = useTexts();
  const before = useRef(state);
  useEffect(() => {
    if (before.current === 'filling' && state === 'filled') say(t('fillMade'));
    if (before.current === 'clearing' && state === 'none') say(t('fillDone'));
    before.current = state;
  }, [state, t]);
}

/** Offers sandbox transactions to a tenant without traffic, shows their progress, and removes them. */
export function FillPanel() {
  const { tenantId, company } = useTenant();
  const fill = useFill(tenantId).data;
  useEndTold(fill?.state);
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
    else readFillAgain(tenantId);
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

/** Whether nothing was made or removed for a while. */
function useIsStalled({ state, made, removed }: SandboxFill): boolean {
  const [stalledAt, setStalledAt] = useState('');
  const place = `${state} ${made} ${removed}`;
  useEffect(() => {
    const timer = setTimeout(() => setStalledAt(place), STALLED_MS);
    return () => clearTimeout(timer);
  }, [place]);
  return stalledAt === place;
}

function Progress({ fill }: { fill: SandboxFill }) {
  const t = useTexts();
  const [isAsking, setAsking] = useState(false);
  const isStalled = useIsStalled(fill);
  const { state, made, removed, total } = fill;
  const isFilling = state === 'filling';
  const [done, all] = isFilling ? [made, total] : [removed, made];
  // Events, figures and the shops go after the transactions.
  const isRest = !isFilling && removed >= made;
  const words = isFilling ? 'fillRunning' : isRest ? 'fillClearingRest' : 'fillClearing';
  return (
    <Panel title={t('fillThere')} acts={<ProgressActs fill={fill} isStalled={isStalled} onAsk={setAsking} />}>
      <div className="fill-progress">
        <p>{t(words, { done, all })}</p>
        <progress
          aria-label={t('fillProgress')}
          {...(isRest ? {} : { value: done, max: Math.max(1, all) })}
        />
        <p className="hint">{t(isStalled ? 'fillStalled' : 'fillKeepWorking')}</p>
      </div>
      {isAsking && <Removal onClose={() => setAsking(false)} />}
    </Panel>
  );
}

function ProgressActs({
  fill: { state },
  isStalled,
  onAsk,
}: {
  fill: SandboxFill;
  isStalled: boolean;
  onAsk(isAsking: boolean): void;
}) {
  const t = useTexts();
  const { tenantId } = useTenant();
  const again = useAct('clearSandbox');
  if (state === 'filling') return <Button onPress={() => onAsk(true)}>{t('fillClear')}</Button>;
  if (!isStalled) return null;
  return (
    <Button isBusy={again.isBusy} onPress={() => void again.run({ params: { tenant_id: tenantId } })}>
      {t('fillRetry')}
    </Button>
  );
}

function Filled({ fill: { made, removed, task } }: { fill: SandboxFill }) {
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
      text={t('fillThereText', { count: made - removed })}
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
