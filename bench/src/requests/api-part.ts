import type { Harness } from '../harness/harness.ts';
import type { About } from '../kept/about.ts';
import { keepRun } from '../profile/api-page.ts';
import { measureProfile } from '../profile/measure-profile.ts';
import { profileTables } from '../profile/profile-report.ts';
import type { Figure } from '../report.ts';
import { apiFigures } from './api-figures.ts';
import { measureApi } from './measure-api.ts';

/** What else a run of this part does: profile the service, and keep what was measured, with what the run is about. */
export type ApiChoices = { profile: boolean; keep: boolean; about: About };

const TENANTS = 8;

/** Measures the API, and where its time goes if asked; `keep` writes the page of both. */
export async function runApiPart(
  openWith: (tenants: number) => Promise<Harness>,
  seconds: number,
  { profile, keep, about }: ApiChoices,
): Promise<Figure[]> {
  const harness = await openWith(TENANTS);
  const figures = apiFigures(await measureApi(harness, seconds));
  const profiles = profile ? await measureProfile(harness, seconds) : [];
  if (profile) console.log(`\n${profileTables(profiles)}`);
  if (keep && profile) keepRun({ ...about, seconds, figures, profiles });
  return figures;
}
