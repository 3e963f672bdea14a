import { isOfPortal, type Route } from './route.ts';

/** An address of the public host: what slashes part, without what is empty too, how it is written down, and the methods that it takes. */
type Address = {
  parts: readonly string[];
  segments: readonly string[];
  written: string;
  methods: string[];
};

/** What an address that no row answers comes near to; `isSame` where only the method is another. */
export type NearPath = { written: string; methods: readonly string[]; isSame: boolean };

/** What addresses of the API begin with, which is easily left out. */
const BASE = ['api', 'public', 'v1'];

const segmentsOf = (parts: readonly string[]): string[] => parts.filter((segment) => segment !== '');
const isParameter = (segment: string): boolean => segment.startsWith(':');
const written = (path: string): string => path.replace(/:([A-Za-z_]+)/g, '{$1}');

/** Whether an address has these segments, in letters of either case. */
const fits = ({ segments }: Address, asked: readonly string[]): boolean =>
  segments.length === asked.length &&
  segments.every((one, at) => isParameter(one) || one.toLowerCase() === asked[at]?.toLowerCase());

/** Whether what slashes part is an address to the letter. */
const isWritten = ({ parts }: Address, asked: readonly string[]): boolean =>
  asked.length === parts.length &&
  parts.every((one, at) => (isParameter(one) ? asked[at] !== '' : one === asked[at]));

const countParameters = ({ segments }: Address): number => segments.filter(isParameter).length;

/** The addresses of the public host; pages below which everything is theirs come near to nothing. */
function addressesOf(routes: readonly Route[]): Address[] {
  const byPath = new Map<string, Address>();
  for (const route of routes) {
    const { path, method } = route;
    if (isOfPortal(route) || path.includes('*')) continue;
    const parts = path.split('/');
    const address = byPath.get(path) ?? {
      ...{ parts, segments: segmentsOf(parts), written: written(path), methods: [] },
    };
    address.methods.push(method);
    byPath.set(path, address);
  }
  return [...byPath.values()].toSorted((one, other) => countParameters(one) - countParameters(other));
}

/** Makes the search for the address that a path was meant to be: with another method, other letters, or slashes that are too many. */
export function createNearPaths(routes: readonly Route[]): (path: string) => NearPath | undefined {
  const addresses = addressesOf(routes);
  const longest = Math.max(0, ...addresses.map(({ segments }) => segments.length));
  return (path) => {
    // Once for all addresses: a stranger may send thousands of slashes.
    const parts = path.split('/');
    const same = addresses.find((one) => isWritten(one, parts));
    if (same) return { written: same.written, methods: same.methods, isSame: true };
    const asked = segmentsOf(parts);
    if (asked.length > longest) return undefined;
    const based = [...BASE, ...asked];
    const near = addresses.find((one) => fits(one, asked) || fits(one, based));
    return near && { written: near.written, methods: near.methods, isSame: false };
  };
}
