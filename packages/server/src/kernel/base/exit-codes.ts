/** How the program ends; scripts may rely on these. */
export const EXIT_CODES = {
  done: { code: 0, text: 'Done.' },
  fault: { code: 1, text: 'Something broke; the message says what.' },
  invalid: { code: 2, text: 'An argument, a value or the configuration is not valid.' },
  notFound: { code: 3, text: 'What was named does not exist.' },
  forbidden: { code: 4, text: 'The present state forbids it, for example a third secret.' },
  broken: {
    code: 5,
    text: 'What was verified does not hold: somebody tampered with it, a scenario led elsewhere, or data is overdue.',
  },
  interrupted: {
    code: 130,
    text: 'Interrupted: what was committed stands. The same command goes on with a rotation of the master key; before any other, look with list.',
  },
} as const;
