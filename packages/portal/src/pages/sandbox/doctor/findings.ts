import type { Examination, Probe, ProbeResult, ProbeVerdict } from '@titular/contract';
import type { TextKey } from '../../../i18n/texts.ts';

/** Probes of one examination. */
export const PROBE_COUNT = 12;

/** Where the guide to webhooks speaks of each probe. */
const CHAPTERS: Readonly<Record<Probe, string>> = {
  right: 'a-receiver',
  twice: 'order-and-duplicates',
  late: 'order-and-duplicates',
  ahead: 'order-and-duplicates',
  behind: 'order-and-duplicates',
  'two-signatures': 'without-a-library',
  'unknown-type': 'what-arrives',
  'bad-signature': 'a-receiver',
  'old-secret': 'without-a-library',
  'no-signature': 'without-a-library',
  'old-timestamp': 'without-a-library',
  'changed-body': 'a-receiver',
};

/** The place in the guide to webhooks that speaks of a probe. */
export const guideOf = (probe: Probe): string => `docs/webhooks.md#${CHAPTERS[probe]}`;

/** The sentence that helps with a result; undefined where nothing is to be done. */
export function remedyOf({ probe, verdict, status }: ProbeResult): TextKey | undefined {
  if (verdict === 'right') return undefined;
  if (verdict === 'unknown') return 'doctorNothingShown';
  return status === undefined ? 'doctorSilence' : `probe_${probe}_remedy`;
}

/** How many results have a verdict. */
export const countVerdict = ({ results }: Pick<Examination, 'results'>, verdict: ProbeVerdict): number =>
  results.filter((result) => result.verdict === verdict).length;

/** The command that examines a receiver. */
export const examineCommand = (tenantId: string, endpointId: string): string =>
  `npx titular webhooks examine ${endpointId} --tenant ${tenantId}`;
