import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTag, useTexts } from '../../i18n/use-texts.ts';
import { call } from '../../service/call.ts';
import { queryClient } from '../../service/queries.ts';
import { openSession, sessionStore } from '../../service/session.ts';
import { useAct } from '../../service/use-act.ts';
import type { Stayed } from '../../shell/use-session.ts';
import { ServerIcon } from '../../ui/icons.ts';
import { ActFailure } from '../../ui/states/failure.tsx';
import { say } from '../../ui/states/toast-store.ts';
import { clockTime } from '../../ui/time-words.ts';

/** How often the session is asked whether the stay goes on: its admins may have ended it. */
const POLL_MS = 15_000;

/** Leads out of a tenant, and deletes what the page holds of it. */
function useWayOut({ tenantId }: Stayed): () => Promise<void> {
  const router = useRouter();
  return async () => {
    if (router.state.location.pathname.startsWith(`/t/${tenantId}`))
      await router.navigate({ to: '/op/tenants/$tenant', params: { tenant: tenantId } });
    queryClient.removeQueries({
      predicate: ({ queryKey }) =>
        JSON.stringify(queryKey).includes(tenantId) && queryKey[0] !== 'readTenantState',
    });
    // What the page holds of the tenant ends, whether or not the server can be asked.
    const state = sessionStore.read();
    if (state.kind === 'open') {
      const memberships = state.session.memberships.filter(({ stay }) => stay === undefined);
      openSession({ ...state.session, memberships });
    }
    await call('readPortalSession').then(openSession, () => undefined);
  };
}

/** Asks whether a stay has ended. */
async function hasEnded(stayId: string): Promise<boolean> {
  const { memberships } = await call('readPortalSession');
  return !memberships.some(({ stay }) => stay?.id === stayId);
}

/** Asks now and then whether the stay goes on; leads out once it does not, and at its end. */
function useEnd(stayed: Stayed, onEnd: () => Promise<void>): void {
  const end = useRef(onEnd);
  end.current = onEnd;
  const { id, until } = stayed.stay;
  useEffect(() => {
    const check = async (): Promise<void> => {
      if (await hasEnded(id)) await end.current();
    };
    const tryCheck = (): void => {
      if (document.visibilityState === 'visible') void check().catch(() => undefined);
    };
    const polling = window.setInterval(tryCheck, POLL_MS);
    let ending: number | undefined;
    const endIn = (ms: number): void => {
      ending = window.setTimeout(() => void leave(), ms);
    };
    // By the clock of this machine the hour is over, which the service knows. For a page that cannot ask it is over as well.
    const leave = async (): Promise<void> => {
      await check().catch(() => end.current());
      if (ending !== undefined) endIn(POLL_MS);
    };
    endIn(Math.max(0, Date.parse(until) - Date.now()));
    return () => {
      window.clearInterval(polling);
      window.clearTimeout(ending);
      ending = undefined;
    };
  }, [id, until]);
}

/** Stands on every page while an operator is in a tenant: where, until when, and the way out. */
export function StayBar({ stayed }: { stayed: Stayed }) {
  const t = useTexts();
  const tag = useTag();
  const act = useAct('leaveTenant');
  const goOut = useWayOut(stayed);
  const { tenantName: name, stay } = stayed;
  useEnd(stayed, async () => {
    await goOut();
    say(t('stayOver', { name }));
  });
  const leave = async (): Promise<void> => {
    // It may be over though the answer was lost.
    if (!(await act.run({})) && !(await hasEnded(stay.id).catch(() => false))) return;
    await goOut();
    say(t('stayLeft', { name }));
  };
  return (
    <aside className="bar bar-notice" aria-label={t('stayBar')}>
      <ServerIcon className="icon" aria-hidden />
      <span>
        <strong>{t('stayIn', { name })}</strong> {t('stayUntil', { time: clockTime(stay.until, tag) })}
      </span>
      <button type="button" className="bar-act" disabled={act.isBusy} onClick={() => void leave()}>
        {t('stayLeave')}
      </button>
      <ActFailure failure={act.failure} />
    </aside>
  );
}
