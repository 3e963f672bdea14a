import type { Examination, Probe, ProbeResult, ProbeVerdict } from '@titular/contract';
import type { TextKey } from '../../../i18n/texts.ts';

/** Probes of one examination. */
export const PROBE_COUNT = 13;

/** Answered so, an endpoint is switched off in production. */
const GONE = 410;

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
  'old-secret': 'a-new-secret',
  'no-signature': 'without-a-library',
  'old-timestamp': 'without-a-library',
  'changed-body': 'a-receiver',
  closing: 'a-receiver',
};

/** The place in the guide to webhooks that speaks of a probe, in the documentation site on the portal's origin. */
export const guideOf = (probe: Probe): string => `/docs/webhooks.html#${CHAPTERS[probe]}`;

/** The sentence that helps with a result; undefined where nothing is to be done. */
export function remedyOf({ probe, verdict, status, reason }: ProbeResult): TextKey | undefined {
  switch (verdict) {
    case 'right':
      return undefined;
    case 'unknown':
      return reason && `doctorUnknown_${reason}`;
    case 'no-answer':
      return 'doctorSilence';
    case 'not-sent':
      return 'doctorNotSent';
    case 'wrong':
      return status === GONE ? 'doctorGone' : `probe_${probe}_remedy`;
  }
}

/** How many results have one of these verdicts. */
export const countVerdicts = (
  { results }: Pick<Examination, 'results'>,
  ...verdicts: readonly ProbeVerdict[]
): number => results.filter(({ verdict }) => verdicts.includes(verdict)).length;

/** The command that examines a receiver. */
export const examineCommand = (tenantId: string, endpointId: string): string =>
  `npx titular webhooks examine ${endpointId} --tenant ${tenantId}`;
