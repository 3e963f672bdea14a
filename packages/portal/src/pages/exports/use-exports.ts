import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ExportRows } from '@titular/contract';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { call } from '../../service/call.ts';
import { keyOf } from '../../service/queries.ts';
import { useTenant } from '../../shell/use-session.ts';
import { say } from '../../ui/states/toast-store.ts';

/** A file of some thousand rows is written in that time. */
const POLL_MS = 1_000;
/** An erasure may end a file, and its hour does. */
const RESTING_MS = 30_000;

const isWriting = (rows: ExportRows | undefined): boolean =>
  rows?.exports.some(({ state }) => state === 'writing') ?? false;

/** Reads one's own files, again and again while one is written and the page is looked at. */
export function useExports(): UseQueryResult<ExportRows> {
  const { tenantId } = useTenant();
  const params = { tenant_id: tenantId };
  const read = useQuery({
    queryKey: keyOf('listExports', { params }),
    queryFn: ({ signal }) => call('listExports', { params, signal }),
    refetchInterval: ({ state: { data } }) =>
      document.visibilityState === 'visible' && (isWriting(data) ? POLL_MS : RESTING_MS),
    refetchIntervalInBackground: false,
  });
  useSayReady(read.data);
  return read;
}

/** Says once that a file is ready whose writing was seen. */
function useSayReady(rows: ExportRows | undefined): void {
  const t = useTexts();
  const writing = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (!rows) return;
    if (rows.exports.some(({ id, state }) => state === 'ready' && writing.current.has(id)))
      say(t('exportReady'));
    writing.current = new Set(rows.exports.filter(({ state }) => state === 'writing').map(({ id }) => id));
  }, [rows, t]);
}
