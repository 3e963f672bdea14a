import { svg } from '../../appearance/icons.ts';
import type { BrowserFamily } from '../../camera/camera-problem.ts';
import { el } from '../../dom.ts';
import type { Translate } from '../../i18n/messages.ts';

/** Where a family of browsers keeps the permission: an icon before the address, a camera after it, or the settings of the device. */
type Place = 'icon' | 'crossed-camera' | 'settings';

const places: Readonly<Record<BrowserFamily, Place>> = {
  ios: 'icon',
  'ios-other': 'settings',
  android: 'icon',
  samsung: 'icon',
  safari: 'settings',
  firefox: 'crossed-camera',
  desktop: 'icon',
};

const line = (d: string, className = 'drawn-line') => svg('path', { class: className, d });

// Two sliders, which stand for settings of a site in most browsers.
const sliders = 'M26 25h16M26 33h16M31 22v6M38 30v6';
const crossedCamera = 'M24 25h9v9h-9zM33 28l6-3v9l-6-3M23 22l17 15';

/** An address bar whose mark is ringed. */
function addressBar(mark: string): SVGElement {
  return svg(
    'svg',
    { viewBox: '0 0 200 58', class: 'drawing', 'aria-hidden': 'true' },
    svg('rect', { class: 'drawn-plate', x: '2', y: '12', width: '196', height: '34', rx: '17' }),
    line(mark, 'drawn-mark'),
    line('M62 29h84'),
    svg('circle', { class: 'drawn-ring', cx: '33', cy: '29', r: '20' }),
  );
}

/** A row of settings: a camera, and a switch that is on. */
function cameraSwitch(): SVGElement {
  return svg(
    'svg',
    { viewBox: '0 0 200 58', class: 'drawing', 'aria-hidden': 'true' },
    svg('rect', { class: 'drawn-plate', x: '2', y: '8', width: '196', height: '42', rx: '10' }),
    line('M18 23h18v13H18zM36 27l8-4v13l-8-4', 'drawn-mark'),
    line('M58 29h56'),
    svg('rect', { class: 'drawn-switch', x: '148', y: '19', width: '36', height: '20', rx: '10' }),
    svg('circle', { class: 'drawn-knob', cx: '174', cy: '29', r: '7' }),
  );
}

const captioned = (drawing: SVGElement, words: string): HTMLElement =>
  el('figure', { class: 'permission' }, drawing, el('figcaption', { class: 'permission-words' }, words));

/** Draws where the camera is allowed, of no browser in particular; the steps below say the same in words. */
export function permissionPicture(t: Translate, family: BrowserFamily): HTMLElement {
  const place = places[family];
  const bar = place === 'settings' ? undefined : addressBar(place === 'icon' ? sliders : crossedCamera);
  return el(
    'div',
    { class: 'permissions' },
    bar && captioned(bar, t('pictureIcon')),
    captioned(cameraSwitch(), t('pictureCamera')),
  );
}
