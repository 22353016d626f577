/** The button that closes the filters: how many coaches are left. */
export const showCoaches = (count: number): string =>
  count === 0 ? 'No coaches match' : `Show ${count} ${count === 1 ? 'coach' : 'coaches'}`
