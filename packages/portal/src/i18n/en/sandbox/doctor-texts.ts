import type { ExaminationEnd, Probe, ProbeExpectation, ProbeVerdict, UnknownReason } from '@titular/contract';
import type { Text } from '../../texts-like.ts';

/** Words that every probe, expectation and verdict has. */
type Coded =
  | `probe_${Probe}${'' | '_sent' | '_remedy'}`
  | `doctorExpected_${ProbeExpectation}`
  | `doctorVerdict_${ProbeVerdict}`
  | `doctorUnknown_${UnknownReason}`
  | `doctorEnd_${Exclude<ExaminationEnd, 'whole'>}`;

/** The examination of a receiver. */
export const doctorTexts = {
  doctorTitle: 'Receiver doctor',
  doctorText:
    'Sends 13 deliveries to this receiver, most of them odd, and tells which were handled incorrectly. The transactions in them are made up.',
  doctorStart: 'Examine the receiver',
  doctorOff: 'Switch the endpoint on to examine its receiver.',
  doctorRunning: '{done} of {all} deliveries sent. It goes on if you leave the page.',
  doctorEnd_gone: 'It ended early, because the receiver answered 410: it wants nothing more.',
  'doctorEnd_asked-to-wait': 'It ended early, because the receiver asked to be left alone for a while.',
  doctorEnd_unanswered: 'It ended early, because four deliveries got no answer.',
  doctorEnd_off: 'It ended early, because the endpoint was switched off.',
  doctorEnd_deleted: 'It ended early, because the endpoint was deleted.',
  doctorEnd_moved: 'It ended early, because the endpoint got another address.',
  'doctorEnd_secret-changed': 'It ended early, because the endpoint got a new secret.',
  doctorEnd_failed: 'It ended early by a fault of the service. Examine the receiver again.',
  doctorEnd_abandoned: 'It stopped by itself. Examine the receiver again.',
  doctorAllRight: 'Nothing was handled incorrectly.',
  doctorWrong: {
    one: '{count} delivery was handled incorrectly.',
    other: '{count} deliveries were handled incorrectly.',
  },
  doctorUnknown: { one: '{count} delivery shows nothing.', other: '{count} deliveries show nothing.' },
  doctorLimits:
    'An answer shows only what was taken and refused. It does not show whether a duplicate was processed twice, or whether an older event replaced a newer one: check that in your system.',
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
  'doctorVerdict_no-answer': 'No answer',
  'doctorVerdict_not-sent': 'Not sent',
  doctorNoAnswer: 'no answer',
  doctorSilence:
    'The request left and no answer came within the time limit of the endpoint. Answer first, and work afterwards.',
  doctorNotSent:
    'No request left: check the address, its name, its TLS certificate, and where there is one the token endpoint.',
  doctorGone: '410 switches an endpoint off in production. Answer 2xx or 400 instead.',
  'doctorUnknown_no-old-secret':
    'This endpoint has no secret from before. Rotate it, and examine the receiver again once the overlap is over.',
  'doctorUnknown_not-over': 'It shows once the last delivery was answered.',
  'doctorUnknown_right-not-taken':
    'It was refused, but so was a right delivery. Answer 2xx to the first and the last one.',
  'doctorUnknown_status-says-little':
    'It was not taken, but this status may mean something else. Answer 400 to what does not verify.',
  doctorUnknown_busy: 'The receiver was busy. Examine it again later.',
  doctorNothingSent: 'nothing was sent',
  doctorError: 'Fault, as the log calls it',
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
  'probe_old-secret_sent': 'Signed by the secret before alone.',
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
  probe_closing: 'Right, at the end',
  probe_closing_sent: 'Another approval, rightly signed.',
  probe_closing_remedy: 'Go on taking right deliveries after you refused some.',
} as const satisfies Readonly<Record<Coded, string> & Record<string, Text>>;
