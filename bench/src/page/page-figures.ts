import type { Figure } from '../report.ts';
import type { PageResult } from './measure-page.ts';

const READY_LIMIT_MS = 4_000;
const SCRIPT_LIMIT_KB = 60;

/** What the page costs the person, with its targets. */
export function pageFigures(result: PageResult): Figure[] {
  const kilobytes = result.scriptBytes / 1000;
  return [
    {
      what: 'page to camera-ready, a quarter of the processor and slow 4G, median',
      measured: result.cameraReadyMs,
      unit: 'ms',
      baseline: { what: 'empty page that opens the camera', value: result.emptyReadyMs },
      target: { text: `< ${READY_LIMIT_MS} ms`, met: result.cameraReadyMs < READY_LIMIT_MS },
    },
    {
      what: 'scripts before the camera opens, as transferred',
      measured: kilobytes,
      unit: 'kB',
      target: { text: `< ${SCRIPT_LIMIT_KB} kB`, met: kilobytes < SCRIPT_LIMIT_KB },
    },
    {
      what: 'last frame to result on the screen',
      measured: result.resultMs,
      unit: 'ms',
      baseline: { what: 'a frame before it, sent and answered', value: result.frameMs },
    },
    { what: 'presses from the link to the result', measured: result.taps, unit: '' },
    {
      what: 'link to result, slow 3G and a quarter of the processor',
      measured: result.slowCourseMs,
      unit: 'ms',
      baseline: { what: 'no throttle', value: result.courseMs },
    },
    {
      what: 'first words on the screen, slow 3G and a quarter of the processor',
      measured: result.firstWordsMs,
      unit: 'ms',
    },
  ];
}
