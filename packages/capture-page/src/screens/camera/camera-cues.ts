import { type IconName, icon, svg } from '../../appearance/icons.ts';
import type { Cue } from '../../camera/guidance.ts';
import { el } from '../../dom.ts';

/** What is drawn for a movement, around the oval and in it; the words above say the same. */
export interface CameraCues {
  /** To be placed beside the oval, over it. */
  elements: readonly Element[];
  /** Draws one cue, or none. */
  show(cue: Cue | undefined): void;
}

type DrawnCue = Exclude<Cue, 'nearer' | 'farther'>;

const icons: Readonly<Record<DrawnCue, readonly IconName[]>> = {
  left: ['chevronLeft', 'chevronLeft'],
  right: ['chevronRight', 'chevronRight'],
  up: ['chevronUp', 'chevronUp'],
  down: ['chevronDown', 'chevronDown'],
  mouth: ['mouth'],
  closed: ['mouthClosed'],
};

// From the top, clockwise.
const outlinePath = 'M150 8A142 192 0 01150 392A142 192 0 01150 8';

// One chevron in each corner that the oval leaves free, drawn as pointing outwards.
const cornerPath = 'M14 14L46 46M14 38V14H38';

// Nearer and farther: the style sheet shows it while the stage points there.
function createDistance(): SVGElement {
  const places = ['0 0 1 1', '300 0 -1 1', '0 400 1 -1', '300 400 -1 -1'].map((place) => place.split(' '));
  const marks = places.map(([x, y, sx, sy]) =>
    svg(
      'g',
      { transform: `translate(${x} ${y}) scale(${sx} ${sy})` },
      svg('path', { class: 'corner', d: cornerPath }),
    ),
  );
  return svg(
    'svg',
    { viewBox: '0 0 300 400', class: 'distance', 'aria-hidden': 'true' },
    ...marks,
    svg('path', { class: 'outline', d: outlinePath }),
  );
}

/** Draws the cues of a stage, all hidden; `data-point` at the stage names the one that is shown. */
export function createCameraCues(stage: () => Element): CameraCues {
  const drawn = (Object.keys(icons) as DrawnCue[]).map((cue) => ({
    cue,
    element: el('div', { class: `arrow arrow-${cue}`, hidden: '' }, ...icons[cue].map((name) => icon(name))),
  }));
  return {
    elements: [...drawn.map(({ element }) => element), createDistance()],
    show: (shown) => {
      for (const { cue, element } of drawn) element.hidden = cue !== shown;
      if (shown === undefined) stage().removeAttribute('data-point');
      else stage().setAttribute('data-point', shown);
    },
  };
}
