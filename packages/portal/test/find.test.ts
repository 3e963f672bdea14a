import { focusManager, onlineManager, QueryObserver } from '@tanstack/react-query';
import type { FindResponse } from '@titular/contract';
import { afterEach, expect, test } from 'vitest';
import { findOptions } from '../src/find/find-options.ts';
import { ask, type Query, queryStore } from '../src/find/query-store.ts';
import { queryClient } from '../src/service/queries.ts';

const ANSWER: FindResponse = { took: 'identity', transactions: [], processes: [], others: [] };
const tenantId = '018f3c2a-7b1e-7c3d-9a4b-5c6d7e8f9a0b';
const MINUTE_MS = 60_000;

afterEach(() => queryClient.clear());

const asked = (text: string): Query => {
  ask({ tenantId, text });
  return queryStore.read() as Query;
};

test('a tab that is looked at again asks nothing again: each question about a person is an entry of the audit log (P37)', async () => {
  let questions = 0;
  const options = findOptions(asked('52998224725'), undefined);
  // Answered a minute ago, which is old for other reads.
  queryClient.setQueryData(options.queryKey, ANSWER, { updatedAt: Date.now() - MINUTE_MS });
  const queryFn = async (): Promise<FindResponse> => {
    questions += 1;
    return ANSWER;
  };
  queryClient.mount();
  const end = new QueryObserver(queryClient, { ...options, queryFn }).subscribe(() => undefined);
  for (const isHere of [false, true]) {
    focusManager.setFocused(isHere);
    onlineManager.setOnline(isHere);
  }
  await new Promise((resolve) => setImmediate(resolve));
  end();
  queryClient.unmount();
  focusManager.setFocused(undefined);
  expect(questions).toBe(0);
});

test('the same text is another question at each press, so that what came since is found', () => {
  const [first, second] = [asked('A-1001'), asked('A-1001')];
  expect(findOptions(second, undefined).queryKey).not.toEqual(findOptions(first, undefined).queryKey);
});
