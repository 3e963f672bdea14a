/** How often a result is asked for before the process is given up: for most of an hour. */
export const MAX_TRIES = 60;
