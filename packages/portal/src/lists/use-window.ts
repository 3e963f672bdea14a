import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type ListPosition, scrollFor, windowRows } from './window-rows.ts';

/** Height of a row before one was measured. */
const ASSUMED_PX = 36;
/** What stands over the top of the page: its top bar and the head of the list. */
const COVERED_PX = 96;

/** The drawn part of a list: which rows, the space before and after them, and what brings a row into view. */
export type ListWindow = {
  body: RefObject<HTMLTableSectionElement | null>;
  first: number;
  end: number;
  before: number;
  after: number;
  /** The first row that is in view whole. */
  top(): number;
  /** Scrolls so that a row is in view, and draws it at once. */
  reveal(row: number): void;
};

const sameWindow = (one: { first: number; end: number }, other: { first: number; end: number }): boolean =>
  one.first === other.first && one.end === other.end;

/** Follows the scrolling of the page, and says which rows of a list of `count` rows are drawn. */
export function useWindow(count: number): ListWindow {
  const body = useRef<HTMLTableSectionElement>(null);
  const height = useRef(ASSUMED_PX);
  const position = (): ListPosition => ({
    count,
    rowHeight: height.current,
    above: -(body.current?.getBoundingClientRect().top ?? 0),
    view: window.innerHeight,
  });
  const [drawn, setDrawn] = useState(() =>
    windowRows({ count, rowHeight: ASSUMED_PX, above: 0, view: window.innerHeight }),
  );
  const follow = (): void =>
    setDrawn((before) => {
      const next = windowRows(position());
      return sameWindow(before, next) ? before : next;
    });
  const latest = useRef(follow);
  useLayoutEffect(() => {
    latest.current = follow;
    const row = body.current?.querySelector('[data-row]');
    const measured = row?.getBoundingClientRect().height;
    if (measured !== undefined && measured > 0) height.current = measured;
    follow();
  });
  useEffect(() => {
    const onChange = (): void => latest.current();
    window.addEventListener('scroll', onChange, { passive: true });
    window.addEventListener('resize', onChange);
    return () => {
      window.removeEventListener('scroll', onChange);
      window.removeEventListener('resize', onChange);
    };
  }, []);
  const reveal = (row: number): void => {
    window.scrollBy({ top: scrollFor(row, position(), COVERED_PX), behavior: 'instant' });
    flushSync(follow);
  };
  const top = (): number => {
    const { above, rowHeight } = position();
    return Math.max(0, Math.ceil((above + COVERED_PX) / rowHeight));
  };
  const { first } = drawn;
  const end = Math.min(drawn.end, count);
  return {
    ...{ body, first, end, top, reveal },
    before: first * height.current,
    after: Math.max(0, count - end) * height.current,
  };
}
