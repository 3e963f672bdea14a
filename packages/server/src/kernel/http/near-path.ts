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

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');
const isParameter = (segment: string): boolean => segment.startsWith(':');
const written = (path: string): string => path.replace(/:([A-Za-z_]+)/g, '{$1}');

/** Whether an address has these segments, in letters of either case. */
const fits = ({ segments }: Address, asked: readonly string[]): boolean =>
  segments.length === asked.length &&
  segments.every((one, at) => isParameter(one) || one.toLowerCase() === asked[at]?.toLowerCase());

/** Whether a path is an address to the letter. */
const isWritten = ({ parts }: Address, path: string): boolean => {
  const asked = path.split('/');
  return (
    asked.length === parts.length &&
    parts.every((one, at) => (isParameter(one) ? asked[at] !== '' : one === asked[at]))
  );
};

const countParameters = ({ segments }: Address): number => segments.filter(isParameter).length;

/** The addresses of the public host; pages below which everything is theirs come near to nothing. */
function addressesOf(routes: readonly Route[]): Address[] {
  const byPath = new Map<string, Address>();
  for (const route of routes) {
    const { path, method } = route;
    if (isOfPortal(route) || path.includes('*')) continue;
    const address = byPath.get(path) ?? {
      ...{ parts: path.split('/'), segments: segmentsOf(path) },
      ...{ written: written(path), methods: [] },
    };
    address.methods.push(method);
    byPath.set(path, address);
  }
  return [...byPath.values()].toSorted((one, other) => countParameters(one) - countParameters(other));
}

/** Makes the search for the address that a path was meant to be: with another method, other letters, or slashes that are too many. */
export function createNearPaths(routes: readonly Route[]): (path: string) => NearPath | undefined {
  const addresses = addressesOf(routes);
  return (path) => {
    const asked = segmentsOf(path);
    const same = addresses.find((one) => isWritten(one, path));
    if (same) return { written: same.written, methods: same.methods, isSame: true };
    const near = addresses.find((one) => fits(one, asked) || fits(one, [...BASE, ...asked]));
    return near && { written: near.written, methods: near.methods, isSame: false };
  };
}
