const svgNamespace = 'http://www.w3.org/2000/svg';

/** Strokes on a 24 x 24 grid. */
const strokes = {
  shield: [
    'M12 3l7.5 2.8v5.4c0 4.7-3.1 8-7.5 9.8-4.4-1.8-7.5-5.1-7.5-9.8V5.8L12 3z',
    'M8.7 12.1l2.4 2.4 4.4-4.6',
  ],
  globe: ['M12 3a9 9 0 100 18 9 9 0 000-18z', 'M3.2 12h17.6', 'M12 3c-5 5.4-5 12.6 0 18 5-5.4 5-12.6 0-18z'],
  check: ['M5 12.6l4.6 4.6L19 7.6'],
  clock: ['M12 3.5a8.5 8.5 0 100 17 8.5 8.5 0 000-17z', 'M12 7.5V12l3 2'],
  info: ['M12 3.5a8.5 8.5 0 100 17 8.5 8.5 0 000-17z', 'M12 11v5', 'M12 7.6v.4'],
  camera: [
    'M4.5 7.5h3l1.6-2.3h5.8l1.6 2.3h3a1.5 1.5 0 011.5 1.5v8.5a1.5 1.5 0 01-1.5 1.5h-15A1.5 1.5 0 013 17.5V9a1.5 1.5 0 011.5-1.5z',
    'M12 9.7a3.3 3.3 0 100 6.6 3.3 3.3 0 000-6.6z',
  ],
  cameraOff: [
    'M9 5.2h5.9l1.6 2.3h3A1.5 1.5 0 0121 9v7.8',
    'M17.5 19h-13A1.5 1.5 0 013 17.5V9a1.5 1.5 0 011.5-1.5h1.6',
    'M9.3 11.3a3.3 3.3 0 004.9 4.4',
    'M3 3l18 18',
  ],
  again: ['M19.5 12a7.5 7.5 0 11-2.4-5.5', 'M19.8 3.2v4.3h-4.3'],
  link: ['M10 14a4 4 0 005.7 0l3-3A4 4 0 0013 5.3l-.8.8', 'M14 10a4 4 0 00-5.7 0l-3 3a4 4 0 005.7 5.7l.8-.8'],
  offline: [
    'M2.5 9.5a14 14 0 0119 0',
    'M6 13.3a9 9 0 0112 0',
    'M9.3 16.9a4.2 4.2 0 015.4 0',
    'M3.5 3.5l17 17',
  ],
  hand: ['M4 12h16', 'M14 6l6 6-6 6'],
  lock: [
    'M6.5 10.5h11a1.5 1.5 0 011.5 1.5v7a1.5 1.5 0 01-1.5 1.5h-11A1.5 1.5 0 015 19v-7a1.5 1.5 0 011.5-1.5z',
    'M8 10.5V7.5a4 4 0 018 0v3',
  ],
  target: [
    'M12 4.5c-3.6 0-5.8 3.1-5.8 7.2s2.2 7.8 5.8 7.8 5.8-3.7 5.8-7.8-2.2-7.2-5.8-7.2z',
    'M9.7 10.3v.5',
    'M14.3 10.3v.5',
    'M9.9 14.7c1.3 1.1 2.9 1.1 4.2 0',
  ],
  send: ['M4 12l16-7.5-5 15-3.2-5.8L4 12z'],
  light: [
    'M12 7.5a4.5 4.5 0 100 9 4.5 4.5 0 000-9z',
    'M12 2.5v1.8',
    'M12 19.7v1.8',
    'M2.5 12h1.8',
    'M19.7 12h1.8',
    'M5.3 5.3l1.3 1.3',
    'M17.4 17.4l1.3 1.3',
    'M5.3 18.7l1.3-1.3',
    'M17.4 6.6l1.3-1.3',
  ],
  glasses: [
    'M6.5 11.5a3.3 3.3 0 100 6.6 3.3 3.3 0 000-6.6z',
    'M17.5 11.5a3.3 3.3 0 100 6.6 3.3 3.3 0 000-6.6z',
    'M9.8 14.3c1.3-1 3.1-1 4.4 0',
    'M3.3 14.2L5.5 7',
    'M20.7 14.2L18.5 7',
  ],
  phone: [
    'M8.5 3h7A1.5 1.5 0 0117 4.5v15a1.5 1.5 0 01-1.5 1.5h-7A1.5 1.5 0 017 19.5v-15A1.5 1.5 0 018.5 3z',
    'M11 17.8h2',
  ],
  turn: [
    'M5 8.8L1.8 12 5 15.2',
    'M19 8.8l3.2 3.2-3.2 3.2',
    'M12 5c-3 0-4.6 2.7-4.6 6.3S9.2 19 12 19s4.6-4.1 4.6-7.7S15 5 12 5z',
    'M10.2 10.6v.6',
    'M13.8 10.6v.6',
  ],
  nod: [
    'M8.8 4.2L12 1l3.2 3.2',
    'M8.8 19.8L12 23l3.2-3.2',
    'M12 6.2c-2.6 0-4 2.2-4 5.2s1.5 6.4 4 6.4 4-3.4 4-6.4-1.4-5.2-4-5.2z',
    'M10.5 10.8v.5',
    'M13.5 10.8v.5',
  ],
  mouth: [
    'M2.5 11.2C5 7.2 7.8 5 9.6 5c1 0 1.6.6 2.4.6s1.4-.6 2.4-.6c1.8 0 4.6 2.2 7.1 6.2-2.2 4.9-5.6 7.8-9.5 7.8s-7.3-2.9-9.5-7.8z',
    'M6 11.2c2-1.5 4-2.2 6-2.2s4 .7 6 2.2c-1.6 2.7-3.7 4.2-6 4.2s-4.4-1.5-6-4.2z',
  ],
  mouthClosed: [
    'M2.5 12C5.2 9.6 7.8 8.2 9.6 8.2c1 0 1.6.6 2.4.6s1.4-.6 2.4-.6c1.8 0 4.4 1.4 7.1 3.8-2.6 2.8-5.8 4.3-9.5 4.3S5.1 14.8 2.5 12z',
    'M2.5 12c3.2.4 6.3.5 9.5.5s6.3-.1 9.5-.5',
  ],
  distance: ['M4 9V4h5', 'M20 15v5h-5', 'M4 4l6.2 6.2', 'M20 20l-6.2-6.2'],
  sound: ['M4 9.5v5h3.5L12 18.5v-13L7.5 9.5H4z', 'M15.5 9a4.2 4.2 0 010 6', 'M18 6.5a7.8 7.8 0 010 11'],
  soundOff: ['M4 9.5v5h3.5L12 18.5v-13L7.5 9.5H4z', 'M16 9.5l5 5', 'M21 9.5l-5 5'],
  close: ['M6 6l12 12', 'M18 6L6 18'],
  chevronDown: ['M4.5 9l7.5 7.5L19.5 9'],
  chevronUp: ['M4.5 15L12 7.5l7.5 7.5'],
  chevronLeft: ['M15 4.5L7.5 12l7.5 7.5'],
  chevronRight: ['M9 4.5l7.5 7.5L9 19.5'],
} as const;

/** Name of a drawing. */
export type IconName = keyof typeof strokes;

/** Creates an SVG element with attributes and children. */
export function svg(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  ...children: Node[]
): SVGElement {
  const element = document.createElementNS(svgNamespace, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Draws an icon in the current text colour; it says nothing to a screen reader, the text beside it does. */
export function icon(name: IconName): SVGElement {
  const paths = strokes[name].map((d) => svg('path', { d }));
  return svg('svg', { viewBox: '0 0 24 24', class: `icon icon-${name}`, 'aria-hidden': 'true' }, ...paths);
}
