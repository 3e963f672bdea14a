/** How the program ends; scripts may rely on these. */
export const EXIT_CODES = {
  done: { code: 0, text: 'Done.' },
  fault: { code: 1, text: 'Something broke, or part of the work was refused; the message says what.' },
  invalid: { code: 2, text: 'An argument, a value or the configuration is not valid.' },
  notFound: { code: 3, text: 'The named object does not exist.' },
  forbidden: { code: 4, text: 'The present state does not allow it, for example a third secret.' },
  broken: {
    code: 5,
    text: 'A verification failed: the log was tampered with, a scenario ended differently, data is overdue, or the checklist has something to do.',
  },
  interrupted: {
    code: 130,
    text: 'Interrupted: committed changes remain. Repeat a rotation of the master key or an import of references to continue it; before repeating any other command, check with list.',
  },
} as const;
