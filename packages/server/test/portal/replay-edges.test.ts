import type { CaseDelivery, TimelineEntry, TransactionCase } from '@titular/contract';
import { firstToldOf, stateAt, stopsOf, webhooksKeptFrom } from '@titular/contract/state-at';
import { expect, test } from 'vitest';

const CREATED = '2026-03-04T16:35:00.000Z';
const READ = '2026-03-04T17:20:00.000Z';
const at = (time: string): string => `2026-03-04T${time}Z`;

type Changes = Partial<Omit<TransactionCase, 'transaction'>> & {
  transaction?: Partial<TransactionCase['transaction']>;
};

/** A transaction that waits, as it was read at 17:20. */
function waitingCase({ transaction = {}, ...changes }: Changes = {}): TransactionCase {
  const id = '0199a1c2-7a52-7c3e-9d1f-3a2b4c5d6e90';
  return {
    transaction: {
      ...{ id, company: id, orderNumber: 'A-1', status: 'waiting', module: 'post' },
      ...{ createdAt: CREATED, expiresAt: at('18:35:00.000') },
      history: [
        { version: 1, event: 'create', status: 'waiting', actor: 'merchant', reasons: [], at: CREATED },
      ],
      ...transaction,
    },
    captures: { id, images: 'none', checks: [], signs: [], attempts: [] },
    ...{ notes: [], companyName: 'Shop', person: [], isTimelineCut: false, deliveries: [], calls: [] },
    link: { state: 'unopened', isCapturing: false },
    timeline: [],
    acts: ['renew_link'],
    readAt: READ,
    ...changes,
  };
}

const linkLine = (code: string, time: string, issued = time): TimelineEntry => ({
  ...{ at: at(time), source: 'link', code },
  details: { purpose: 'merchant', issuedAt: at(issued), expiresAt: at('18:35:00.000') },
});

test('stands after the moment of reading as it was read, and not as if its time were over (F2)', () => {
  const now = waitingCase();
  const later = stateAt(now, '2026-03-05T00:00:00.000Z');
  expect(later?.transaction.status).toBe('waiting');
  expect(later?.readAt).toBe(READ);
  expect(later?.link).toEqual(now.link);
});

test('a link that took the place of another within its millisecond stands, and is opened (F2)', () => {
  const now = waitingCase({
    timeline: [
      ...[linkLine('issued', '16:35:00.000'), linkLine('issued', '16:35:00.000')],
      ...[linkLine('revoked', '16:35:00.000'), linkLine('opened', '16:40:00.000', '16:35:00.000')],
    ],
  });
  expect(stateAt(now, at('16:36:00.000'))?.link).toMatchObject({ state: 'unopened', issuedAt: CREATED });
  expect(stateAt(now, at('16:41:00.000'))?.link).toMatchObject({ openedAt: at('16:40:00.000') });
});

test('two revoked links of one millisecond do not come back (F2)', () => {
  const both = ['issued', 'issued', 'revoked', 'revoked'].map((code) => linkLine(code, '16:35:00.000'));
  expect(stateAt(waitingCase({ timeline: both }), at('16:36:00.000'))?.link).toBeUndefined();
});

test('a link whose first line was cut from the timeline still tells when it was issued (F2)', () => {
  const now = waitingCase({
    isTimelineCut: true,
    timeline: [linkLine('opened', '16:40:00.000', '16:38:00.000')],
  });
  expect(stateAt(now, at('16:41:00.000'))?.link).toEqual({
    ...{ state: 'over', issuedAt: at('16:38:00.000'), openedAt: at('16:40:00.000'), isCapturing: false },
  });
});

test('no selfie is being taken where that of an earlier process was left unfinished and is used again (F2)', () => {
  const attempt = {
    ...{ id: 'a', number: 1, movement: 'turn', poses: [], startedAt: at('16:00:00.000') },
    ...{ framesReceived: 0, frames: [] },
  } as unknown as TransactionCase['captures']['attempts'][number];
  const now = waitingCase({
    transaction: { processId: 'p' },
    timeline: [linkLine('issued', '16:35:00.000')],
  });
  now.captures = { ...now.captures, processId: 'p', attempts: [attempt] };
  expect(stateAt(now, at('16:36:00.000'))?.link?.isCapturing).toBe(false);
});

test('what came in one millisecond is one stop, and what came before the creation is none (F2)', () => {
  const timeline: TimelineEntry[] = [
    { at: at('16:00:00.000'), source: 'attempt', code: 'started' },
    { at: CREATED, source: 'step', code: 'create' },
    { at: CREATED, source: 'event', code: 'transaction.waiting' },
    linkLine('opened', '16:40:00.001', '16:35:00.000'),
    linkLine('revoked', '16:40:00.002', '16:35:00.000'),
  ];
  expect(stopsOf({ ...waitingCase({ timeline }), createdAt: CREATED })).toEqual([
    CREATED,
    at('16:40:00.001'),
    at('16:40:00.002'),
  ]);
});

test('a webhook counts from the millisecond in which its answer came (F2)', () => {
  const delivery = {
    ...{ id: 'd', endpointId: 'e', eventId: 'v', type: 'transaction.approved', state: 'delivered' },
    ...{ attempts: 1, finishedAt: at('16:36:00.250'), url: 'https://shop.example', endpoint: 'enabled' },
    ...{ eventTime: at('16:36:00.000'), request: '{}' },
    history: [{ number: 1, startedAt: at('16:36:00.050'), durationMs: 200, responseStatus: 204 }],
  } as unknown as CaseDelivery;
  const now = waitingCase({ deliveries: [delivery] });
  const stateOf = (time: string) => stateAt(now, at(time))?.deliveries.map(({ state }) => state);
  expect(stateOf('16:35:59.999')).toEqual([]);
  expect(stateOf('16:36:00.049')).toEqual(['pending']);
  expect(stateOf('16:36:00.249')).toEqual(['sending']);
  expect(stateOf('16:36:00.250')).toEqual(['delivered']);
});

test('an event that was sent again stays told from its first success on, whatever came of the rest (F2)', () => {
  const attempt = (number: number, time: string, responseStatus: number) => ({
    ...{ number, startedAt: at(time), durationMs: 100, responseStatus },
  });
  const delivery = {
    ...{ id: 'd', endpointId: 'e', eventId: 'v', type: 'transaction.approved', state: 'failed' },
    ...{ attempts: 3, finishedAt: at('16:39:00.100'), url: 'https://shop.example', endpoint: 'enabled' },
    ...{ eventTime: at('16:36:00.000'), request: '{}' },
    history: [
      attempt(1, '16:36:00.000', 503),
      attempt(2, '16:37:00.000', 204),
      attempt(3, '16:39:00.000', 500),
    ],
  } as unknown as CaseDelivery;
  const now = waitingCase({ deliveries: [delivery] });
  const toldAt = (time: string) => {
    const [one] = stateAt(now, at(time))?.deliveries ?? [];
    return one && firstToldOf(one);
  };
  expect(toldAt('16:36:30.000')).toBeUndefined();
  expect(toldAt('16:37:00.099')).toBeUndefined();
  for (const time of ['16:37:00.100', '16:39:00.050', '16:39:30.000', '16:45:00.000'])
    expect(toldAt(time)).toEqual({ at: at('16:37:00.100'), status: 204 });
});

test('webhooks older than their log are unknown, and those of a young transaction are not (F2)', () => {
  expect(webhooksKeptFrom({ createdAt: CREATED, readAt: READ })).toBeUndefined();
  const old = { createdAt: CREATED, readAt: '2026-07-01T00:00:00.000Z' };
  expect(webhooksKeptFrom(old)).toBe('2026-04-02T00:00:00.000Z');
});

test('shows of an erased transaction no more at an earlier moment than now (F2)', () => {
  const erasedAt = at('17:00:00.000');
  const now = waitingCase({ transaction: { orderNumber: '', erasedAt }, captures: undefined as never });
  now.captures = { ...waitingCase().captures, images: 'erased', erasedAt };
  const past = stateAt(now, at('16:40:00.000'));
  expect(past?.transaction).toMatchObject({ orderNumber: '', erasedAt });
  expect([past?.person, past?.captures.images]).toEqual([[], 'erased']);
});

const pageLine = (code: string, time: string): TimelineEntry => ({
  ...{ at: at(time), source: 'page', code, ref: 'one page' },
  details: { purpose: 'merchant', expiresAt: at('18:35:00.000') },
});

test('of a timeline that lost its oldest lines the link is not known before them, and never said to be unopened while its page was open (F2)', () => {
  const cut = waitingCase({
    isTimelineCut: true,
    timeline: [
      { at: at('16:38:00.000'), source: 'call', code: 'readTransaction' },
      linkLine('opened', '16:40:00.000', '16:35:00.000'),
      pageLine('ended', '16:50:00.000'),
    ],
  });
  expect(stateAt(cut, at('16:36:00.000'))?.link).toBeUndefined();
  expect(stateAt(cut, at('16:39:00.000'))?.link).toBeUndefined();
  expect(stateAt(cut, at('16:45:00.000'))?.link?.state).toBe('open');
  expect(stateAt(cut, at('16:51:00.000'))?.link?.state).toBe('over');
  expect(stateAt(cut, at('16:36:00.000'))?.isTimelineCut).toBe(true);
});

test('of an attempt that still goes on, frames that came later are not there yet (F2)', () => {
  const frame = (step: number, time: string) => ({
    ...{ step, pose: 'front' as const, receivedAt: at(time), isHeld: true },
    sha256: '0'.repeat(64),
  });
  const attempt = {
    ...{ id: '0199a1c2-7a52-7c3e-9d1f-3a2b4c5d6e91', number: 1, movement: 'turn' as const },
    ...{ poses: ['front' as const, 'front' as const], startedAt: at('16:40:00.000') },
    ...{ framesReceived: 9, frames: [frame(0, '16:41:00.000'), frame(1, '16:43:00.000')] },
  };
  const now = waitingCase();
  const capturing = { ...now, captures: { ...now.captures, attempts: [attempt] } } as TransactionCase;
  const [then] = stateAt(capturing, at('16:42:00.000'))?.captures.attempts ?? [];
  expect(then).toMatchObject({ framesReceived: 1, frames: [{ step: 0 }] });
  expect(stateAt(capturing, READ)?.captures.attempts).toEqual([attempt]);
});
