/** Tells a session from a job; both carry what `clean` knows jobs by, and nobody takes a session over. */
export const sessionLabel = 'dev.touchstone.session';
