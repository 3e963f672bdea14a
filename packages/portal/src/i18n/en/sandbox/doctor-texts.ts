import type { Probe, ProbeExpectation, ProbeVerdict } from '@titular/contract';
import type { Text } from '../../texts-like.ts';

/** Words that every probe, expectation and verdict has. */
type Coded =
  | `probe_${Probe}${'' | '_sent' | '_remedy'}`
  | `doctorExpected_${ProbeExpectation}`
  | `doctorVerdict_${ProbeVerdict}`;

/** The examination of a receiver. */
export const doctorTexts = {
  doctorTitle: 'Receiver doctor',
  doctorText:
    'Sends 12 deliveries to this receiver, most of them odd, and tells which were taken wrongly. The transactions in them are made up.',
  doctorStart: 'Examine the receiver',
  doctorOff: 'Switch the endpoint on to examine its receiver.',
  doctorRunning: '{done} of {all} deliveries sent. It goes on if you leave the page.',
  doctorCut: 'The examination ended early, because the endpoint was switched off or deleted.',
  doctorAllRight: 'Nothing was taken wrongly.',
  doctorWrong: {
    one: '{count} delivery was taken wrongly.',
    other: '{count} deliveries were taken wrongly.',
  },
  doctorUnknown: { one: '{count} answer shows nothing.', other: '{count} answers show nothing.' },
  doctorLimits:
    'An answer shows only what was taken and refused. It does not show whether a duplicate was worked on twice, or whether an older event replaced a newer one: check that in your system.',
  doctorProbe: 'Delivery',
  doctorExpected: 'A right receiver',
  doctorAnswered: 'Yours',
  doctorVerdict: 'Verdict',
  doctorExpected_taken: 'answers 2xx',
  doctorExpected_refused: 'answers 4xx',
  doctorExpected_either: 'answers 2xx or 4xx',
  doctorVerdict_right: 'Right',
  doctorVerdict_wrong: 'Wrong',
  doctorVerdict_unknown: 'Shows nothing',
  doctorNoAnswer: 'no answer',
  doctorSilence: 'Answer within the time limit, with a status.',
  doctorNothingShown:
    'It was not taken, but the reason may be another: answer 400 to what does not verify, and 2xx to the first delivery.',
  doctorGuide: 'Guide',
  doctorRequest: 'What was sent',
  probe_right: 'Right',
  probe_right_sent: 'An approval, rightly signed.',
  probe_right_remedy:
    'Verify the signature over the raw bytes, store the event, and answer 2xx before any other work.',
  probe_twice: 'Twice',
  probe_twice_sent: 'The same event once more, with the same webhook-id.',
  probe_twice_remedy: 'Answer 2xx to an event that you have stored already, and do nothing else.',
  probe_late: 'Late',
  probe_late_sent: 'An event of an hour ago, signed now.',
  probe_late_remedy: 'Judge age by the header webhook-timestamp, not by the time in the body.',
  probe_ahead: 'Ahead',
  probe_ahead_sent: 'The end of a transaction of which nothing came before.',
  probe_ahead_remedy: 'Take a sequence that skips numbers: what is missing may come later.',
  probe_behind: 'Behind',
  probe_behind_sent: 'What came before that end, after it.',
  probe_behind_remedy: 'Answer 2xx to a sequence that is not higher than the stored one, and drop the event.',
  'probe_two-signatures': 'Two signatures',
  'probe_two-signatures_sent': 'Several signatures, of which the first is foreign, as in a rotation.',
  'probe_two-signatures_remedy': 'Take a delivery if any of the signatures in the header is right.',
  'probe_unknown-type': 'Unknown type',
  'probe_unknown-type_sent': 'A type and a field that this release does not have.',
  'probe_unknown-type_remedy': 'Answer 2xx to types and fields that you do not know.',
  'probe_bad-signature': 'Bad signature',
  'probe_bad-signature_sent': 'Signed by a secret that was never of this endpoint.',
  'probe_bad-signature_remedy':
    'Verify the signature with the secret of the endpoint, and answer 400 if it is wrong.',
  'probe_old-secret': 'Old secret',
  'probe_old-secret_sent':
    'Signed by the secret before alone; without a rotation under way, by a foreign one.',
  'probe_old-secret_remedy': 'Take only secrets that are valid now. While a rotation overlaps, both are.',
  'probe_no-signature': 'No signature',
  'probe_no-signature_sent': 'Without the header webhook-signature.',
  'probe_no-signature_remedy': 'Refuse what has no signature with 400: a missing header is no right one.',
  'probe_old-timestamp': 'Old timestamp',
  'probe_old-timestamp_sent': 'Rightly signed ten minutes ago, as a recording that is played again.',
  'probe_old-timestamp_remedy': 'Refuse a webhook-timestamp that is more than five minutes from now.',
  'probe_changed-body': 'Changed body',
  'probe_changed-body_sent': 'A right signature, with another status in the body.',
  'probe_changed-body_remedy': 'Compute the signature over the bytes that came, not over the id alone.',
} as const satisfies Readonly<Record<Coded, string> & Record<string, Text>>;
