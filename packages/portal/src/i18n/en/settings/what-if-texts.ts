/** What other settings would have done. */
export const whatIfTexts = {
  whatIf: 'What would it have done?',
  whatIfIntro:
    'Your values, not saved, on transactions created in the {days} days before {before}. Nothing is changed.',
  whatIfFine:
    '{name} is tried in steps of {step} alone, so that no single person is told from others. Any value can be saved.',
  whatIfTooFew: 'Too few ends to tell',
  whatIfTooFewText:
    'Fewer than {min} ends could be decided again. Counts of so few would tell of single people.',
  whatIfJudged: '{count} ends or a few more were decided again.',
  whatIfDiffer: 'These would differ:',
  whatIfCount: '{count} or a few more',
  whatIfFew: 'fewer than {fewest}, or none',
  whatIfOthers: 'of other kinds together would be different',
  whatIfTransactions: '{count} transactions or a few more',
  whatIfFewTransactions: 'Fewer than {fewest} transactions, or none,',
  whatIfWould: 'would be',
  whatIfAsked: 'Asked for a selfie',
  whatIfAskedText: 'Nobody knows how it would have ended',
  whatIfCut: 'Only the newest {max} transactions were read.',
  whatIfLeftOut: 'Left out',
  leftOut_still_open: 'had not ended before the last day was over',
  leftOut_ended_before: 'ended before a decision: expired, canceled, or without a complete capture',
  leftOut_erased: 'were erased',
  leftOut_sandbox: 'were ended by a sandbox scenario',
  leftOut_inputs_not_kept: 'have nothing left of how they were decided',
  leftOut_other_engine: 'were decided with another version of the face engine',
  leftOut_not_looked: 'need something that nobody looked for under the settings of the time',
  leftOut_not_reproduced: 'would not be reproduced with the settings of the time either',
  leftOut_others: 'have another cause',
  whatIfGenuine:
    'This compares rules. It cannot judge who was genuine: one more refusal may be a thief or a customer.',
  whatIfRounded:
    'Counts are rounded down to a multiple of {fewest}, from a point that changes each day. Each end is decided by itself: what would have followed from it later is not counted. Each try leaves an entry in the audit log; {tries} an hour are allowed, and {values} values of a threshold a day.',
  whatIfCommand: 'The same as a command',
};
