import { newId } from '@titular/server/kernel/base/id.ts';

/** Subjects of the entries that are forged, written one after the other. */
export const SUBJECTS = ['one', 'two', 'three', 'four', 'five', 'six'] as const;

/** What was done to the log, by which statements of a superuser; the kind of the break that shows, and its place. */
type Forgery = [what: string, statements: string[], kind: string, position: number | undefined];

const placeOf = (subject: string): string =>
  `DELETE FROM audit_chain USING audit_log l WHERE l.entry_id = audit_chain.entry_id AND l.subject = '${subject}'`;

const altered: readonly [what: string, statement: string, place: number][] = [
  ['altered', `UPDATE audit_log SET actor = 'nobody' WHERE subject = 'three'`, 3],
  ['altered in its values', `UPDATE audit_log SET after = '{}' WHERE subject = 'six'`, 6],
  [
    'moved in time by a microsecond',
    `UPDATE audit_log SET at = at + interval '1 microsecond' WHERE subject = 'one'`,
    1,
  ],
  [
    'swapped with another in the list',
    `UPDATE audit_log SET subject = CASE subject WHEN 'two' THEN 'five' ELSE 'two' END WHERE subject IN ('two', 'five')`,
    2,
  ],
];

/** Every kind of forgery of a chain whose place `first` + 1 has the first of the subjects. */
export const forgeriesFrom = (first: number): Forgery[] => [
  ...altered.map(([what, statement, place]): Forgery => [what, [statement], 'altered', first + place]),
  ['removed', [`DELETE FROM audit_log WHERE subject = 'four'`], 'missing', first + 4],
  [
    'removed with its place',
    [placeOf('four'), `DELETE FROM audit_log WHERE subject = 'four'`],
    'missing',
    first + 4,
  ],
  [
    'removed with its place, and the gap closed',
    [
      placeOf('four'),
      `DELETE FROM audit_log WHERE subject = 'four'`,
      `UPDATE audit_chain SET position = position - 1 WHERE position > ${first + 4}`,
    ],
    'missing',
    first + 4,
  ],
  [
    'swapped with another in the chain',
    [
      `UPDATE audit_chain SET position = ${first + 100} WHERE position = ${first + 3}`,
      `UPDATE audit_chain SET position = ${first + 3} WHERE position = ${first + 5}`,
      `UPDATE audit_chain SET position = ${first + 5} WHERE position = ${first + 100}`,
    ],
    'reordered',
    first + 3,
  ],
  [
    'replaced by another whose hash was made anew',
    [
      `UPDATE audit_log SET actor = 'nobody' WHERE subject = 'three'`,
      `UPDATE audit_chain c SET hash = audit_hash(c.previous_hash, l) FROM audit_log l
        WHERE l.entry_id = c.entry_id AND l.subject = 'three'`,
    ],
    'missing',
    first + 4,
  ],
  [
    'written past the chain',
    [
      `INSERT INTO audit_log (entry_id, at, actor, action, subject) VALUES ('${newId()}', now(), 'x', 'x', 'x')`,
    ],
    'unchained',
    undefined,
  ],
];
