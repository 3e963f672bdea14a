/** A transaction as it stood at an earlier moment. */
export const replayTexts = {
  replayTitle: 'Earlier moment',
  replayMark: 'You see how this transaction stood at {time}. Nothing can be done here.',
  replayNow: 'Back to now',
  replaySlider: 'Moment',
  replayStop: '{time}: {words}',
  replayTime: 'Time',
  replayBefore: 'The transaction did not exist yet.',
  replayCut: 'Only the newest lines are kept at hand: at least this had happened.',
  replayVersion: { one: '{count} step until then', other: '{count} steps until then' },
  replayStatusCall: 'What the status call would have answered',
  replayTold: 'What your system had been told by webhook',
  replayNoEvents: 'No webhook was due yet.',
  replayToldAt: 'Delivered, answered with {status}',
  replayNotYet: {
    none: 'Not yet',
    one: 'Not yet: {count} attempt failed',
    other: 'Not yet: {count} attempts failed',
  },
  replayGivenUp: {
    none: 'Given up without an attempt',
    one: 'Given up after {count} attempt',
    other: 'Given up after {count} attempts',
  },
  replayLinkUnknown: 'Not known: links are deleted a day after their time.',
};
