import { NOTABLE_SIGNALS, NOTED_BY_ENVIRONMENT } from '../decision/index.ts';
import { choice, defineSettings, type Setting, wholeNumber } from './setting.ts';

/** What an operator says who lets first faces be enrolled in production. */
const FIRST_FACE = { value: 'enrol', words: 'i-know-first-face-is-unproven' } as const;

/** What a company asks of a face before it is taken for the identity. */
export const faceSettings: readonly Setting[] = defineSettings('faces', [
  {
    name: 'template-policy',
    column: 'template_policy',
    shape: { ...choice('enrol', 'require-reference'), accepted: FIRST_FACE },
    fallback: 'enrol',
    productionFallback: 'require-reference',
    danger: 'decision',
    purpose:
      'What happens for an identity without an enrolled face. `enrol`: its face is enrolled, so whoever opens the first link is taken for the identity; the words after the colon accept this. `require-reference`: the decision is inconclusive until you enrol a reference face. Companies created in `production` start with `require-reference`.',
    acceptedMeaning:
      'In production, template-policy=enrol takes whoever opens the first link for the identity: nothing proves whose face it is.',
  },
  {
    name: 'match-threshold',
    column: 'match_threshold',
    shape: { kind: 'number', min: 0.3, max: 0.6, isDecimal: true, hasNone: true },
    fallback: null,
    danger: 'decision',
    purpose:
      'Largest Euclidean distance that counts as one person. It takes effect only if it is stricter than TITULAR_MATCH_THRESHOLD.',
  },
  {
    name: 'templates-per-identity',
    column: 'templates_per_identity',
    shape: wholeNumber(1, 5),
    fallback: 3,
    purpose:
      'Maximum faces of an identity; the nearest counts. An approved capture adds its face if it matches beyond doubt and looks different from the enrolled ones.',
  },
  {
    name: 'template-renewal-days',
    column: 'template_renewal_days',
    shape: { ...wholeNumber(0, 3650, 'days'), isZeroNever: true },
    fallback: 180,
    purpose:
      'Days after the newest face of an identity was enrolled from which an approved capture that matches beyond doubt replaces its oldest face.',
  },
  {
    name: 'outdated-template',
    column: 'outdated_template',
    shape: choice('refuse', 'enrol-anew'),
    fallback: 'refuse',
    danger: 'decision',
    purpose:
      'What happens for an identity whose faces were all measured by another engine version. `refuse`: the decision is inconclusive. `enrol-anew`: if template-policy is `enrol`, the next live capture replaces them like a first one.',
  },
  {
    name: 'full-gallery',
    column: 'full_gallery',
    shape: choice('refuse', 'approve'),
    fallback: 'refuse',
    danger: 'decision',
    purpose:
      'What happens for a live person while the tenant has as many faces as a gallery may have (TITULAR_GALLERY_MEMORY_MB, TITULAR_GALLERY_LIMIT), or more. `refuse`: the decision is inconclusive. `approve`: approved without enrolment and without the search among other identities, with the reason gallery_full or gallery_unsearched. A person with an enrolled face is compared with it in either case.',
  },
  {
    name: 'face-of-another-identity',
    column: 'face_of_another_identity',
    shape: choice('refuse', 'approve'),
    fallback: 'refuse',
    danger: 'decision',
    purpose:
      'What happens for a person whose face is, beyond doubt, enrolled for another identity of the tenant. `refuse`: the decision is inconclusive. `approve`: the rest of the decision counts.',
  },
  {
    name: 'distance-challenge',
    column: 'distance_challenge',
    shape: choice('never', 'known', 'enrol'),
    fallback: 'known',
    danger: 'decision',
    purpose:
      'Effect of a capture in which the person moved closer, moved away and opened the mouth, instead of turning the head or nodding. `never`: the page does not offer it. `known`: it approves enrolled people, and enrols nobody. `enrol`: it also enrols. Geometry cannot tell a person from a photograph cut out along the head with a second mouth behind it.',
  },
  {
    name: 'movements',
    column: 'movements',
    shape: choice('fixed', 'by-risk'),
    fallback: 'fixed',
    purpose:
      'How many movements a challenge that turns the head has. `fixed`: three or four. `by-risk`: three for a person whose enrolled face was matched before and for whom no attack signal was seen, four for everybody else.',
  },
  {
    name: 'noted-signs',
    column: 'noted_signs',
    shape: { kind: 'codes', options: NOTABLE_SIGNALS, hasNone: true, none: 'environment' },
    fallback: null,
    danger: 'decision',
    purpose: `Attack signals that are recorded as a reason but do not prevent an approval. By default, ${NOTED_BY_ENVIRONMENT.test.join(', ')} in test, none in production.`,
  },
]);
