import type { PreviewView } from '@titular/contract/page-preview';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/use-texts.ts';
import { openPreviewLine, type PreviewLine } from './preview-line.ts';

/** Windows that the page is seen in, in CSS pixels. */
export const PREVIEW_WINDOWS = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
} as const;

/** So long a document that has loaded may take until it listens. */
const READY_MS = 5_000;

type Props = { address: string; looks: PreviewView; window: keyof typeof PREVIEW_WINDOWS; words: string };

/** Keeps the line to a frame, over which it is told of looks whenever it listens and they change. */
function useLine(address: string, looks: PreviewView) {
  const frame = useRef<HTMLIFrameElement>(null);
  const line = useRef<PreviewLine>(undefined);
  const newest = useRef(looks);
  const [state, setState] = useState<'waiting' | 'ready' | 'shown' | 'missing'>('waiting');
  useEffect(() => {
    const { origin } = new URL(address);
    const opened = openPreviewLine(
      window,
      () => frame.current?.contentWindow,
      origin,
      ({ type }) => {
        setState(type);
        if (type === 'ready') opened.show(newest.current);
      },
    );
    line.current = opened;
    return opened.close;
  }, [address]);
  useEffect(() => {
    newest.current = looks;
    line.current?.show(looks);
  }, [looks]);
  return { frame, state, setState };
}

/** The scale at which a window fits the width of the place that it is shown in. */
function useScale(width: number) {
  const place = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setScale(Math.min(1, element.clientWidth / width)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [width]);
  return { place, scale };
}

/** Whether the focus is within a frame of another origin, which no selector of every browser tells. */
function useFocusWithin(frame: RefObject<HTMLIFrameElement | null>): boolean {
  const [isWithin, setWithin] = useState(false);
  useEffect(() => {
    const read = (): void => setWithin(frame.current !== null && document.activeElement === frame.current);
    for (const change of ['blur', 'focus']) window.addEventListener(change, read);
    return () => {
      for (const change of ['blur', 'focus']) window.removeEventListener(change, read);
    };
  }, [frame]);
  return isWithin;
}

/** The frame with the page's own screen, at the size of a window; `words` say what it shows. */
export function PreviewFrame({ address, looks, window: name, words }: Props) {
  const t = useTexts();
  const { width, height } = PREVIEW_WINDOWS[name];
  const { frame, state, setState } = useLine(address, looks);
  const { place, scale } = useScale(width);
  const hasFocus = useFocusWithin(frame);
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const watch = (): void => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(
      () => setState((now) => (now === 'waiting' ? 'missing' : now)),
      READY_MS,
    );
  };
  return (
    <div className="preview-shown">
      <p role="status" className="hint">
        {state === 'missing' ? t('previewMissing') : state === 'shown' && t('previewShows', { words })}
      </p>
      <div className="preview-place" ref={place} style={{ height: height * scale }}>
        <iframe
          ref={frame}
          className={hasFocus ? 'preview-frame preview-focused' : 'preview-frame'}
          title={t('previewFrame', { words })}
          src={address}
          loading="lazy"
          // Its own origin is another one than this page's: without it, its scripts would not load.
          sandbox="allow-scripts allow-same-origin"
          allow="camera 'none'; microphone 'none'"
          referrerPolicy="no-referrer"
          data-state={state}
          style={{ width, height, transform: `scale(${scale})` }}
          onLoad={watch}
        />
      </div>
    </div>
  );
}
