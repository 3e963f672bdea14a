import type { Place } from './places.ts';
import { fold } from './search-options.ts';
import { isMisspelt } from './spelling.ts';

/** Names of 6 letters and more may be misspelt; with other digits they are other names. */
const isNearName = (name: string, asked: string): boolean =>
  asked.length >= 6 && name.replace(/\D/g, '') === asked.replace(/\D/g, '') && isMisspelt(asked, name);

/** Pages that define codes, settings, statuses and operations; others name them while they tell what to do. */
const DEFINING = /^(?:(?:errors|configuration|transaction-states)\.html$|api\/)/;

/** The order in which pages define a name: reference, then pages of a subject, then guides. */
const definingOrder = ({ page }: Place): number =>
  DEFINING.test(page) ? 0 : page.startsWith('guides/') ? 2 : 1;

/** Places with one of their names as the test wants it, those that define it first. */
function placesNamed(places: readonly Place[], test: (name: string, place: Place) => boolean): number[] {
  return [...places.entries()]
    .filter(([, place]) => place.names.some((name) => test(name, place)))
    .toSorted(([, one], [, other]) => definingOrder(one) - definingOrder(other))
    .map(([number]) => number);
}

/** Places that are called what was asked for; else those that are nearly called so. */
export function namedPlaces(places: readonly Place[], question: string): number[] {
  const asked = fold(question);
  const exact = placesNamed(places, (name) => name === asked);
  return exact.length > 0 ? exact : placesNamed(places, (name) => isNearName(name, asked));
}

/** Places that define a word as a name, as `approved` is the name of a status. */
export const definitionsOf = (places: readonly Place[], word: string): number[] =>
  placesNamed(
    places,
    (name, place) => name === fold(word) && place.anchor === place.title && definingOrder(place) === 0,
  );

const segmentsOf = (path: string): string[] =>
  path
    .replace(/^[a-z]+:\/\/[^/]*/, '')
    .replace(/[?#].*$/, '')
    .split('/')
    .filter((segment) => segment !== '');

const isSegment = (asked: string, segment: string, isLast: boolean): boolean =>
  segment.startsWith('{') || segment === asked || (isLast && segment.startsWith(asked));

/** How many segments of an address are before and behind a part of it that was asked for; undefined where it has none. */
function lengthLeft(address: string, asked: readonly string[]): number | undefined {
  const segments = segmentsOf(address);
  for (let start = 0; start + asked.length <= segments.length; start++)
    if (asked.every((one, at) => isSegment(one, segments[start + at] ?? '', at === asked.length - 1)))
      return segments.length - asked.length + (segments[start + asked.length - 1] === asked.at(-1) ? 0 : 0.5);
  return undefined;
}

/** A path, with or without its method, such as `GET /api/public/v1/events`. */
const PATH = /^(?:(get|post|put|patch|delete)\s+)?(\S*\/\S*)$/i;

/** Places of operations at a path that was asked for, the nearest first; ids stand for the names of parameters. */
export function placesOfPath(places: readonly Place[], question: string): number[] {
  const [, method = '', path = ''] = PATH.exec(question) ?? [];
  const asked = segmentsOf(path.toLowerCase());
  if (asked.length === 0) return [];
  return [...places.entries()]
    .flatMap(([number, place]) => {
      const [, own = '', address = ''] = /^(GET|POST|PUT|PATCH|DELETE) (\/\S+)/.exec(place.text) ?? [];
      const left = address === '' ? undefined : lengthLeft(address.toLowerCase(), asked);
      if (left === undefined || (method !== '' && method.toUpperCase() !== own)) return [];
      return [{ number, left, order: definingOrder(place) }];
    })
    .toSorted((one, other) => one.left - other.left || one.order - other.order)
    .map(({ number }) => number);
}
