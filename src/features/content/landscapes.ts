/**
 * Which of the fifty illustrated landscapes are plausible for a state: no cactus in the Carolinas, no
 * lighthouse inland.
 */

const parkland = [1, 5, 7, 10, 11, 14, 16, 17, 19, 22, 23, 25, 27, 28, 29, 35, 38, 39, 42, 43, 45, 46]
const desert = [2, 12, 37, 50]
const mountains = [4, 13, 31, 34]
const coast = [3, 6, 15, 18, 26, 30, 36, 40, 47, 48]
const palms = [8, 20, 33, 41, 49]

const desertStates = new Set(['AZ', 'NV', 'NM', 'UT'])
const mountainStates = new Set(['AK', 'CO', 'ID', 'MT', 'UT', 'WY', 'WA', 'OR'])
/** States in which every place is close to the sea. */
const coastalStates = new Set(['CT', 'DE', 'FL', 'HI', 'MA', 'ME', 'NJ', 'RI'])
const palmStates = new Set(['FL', 'HI'])

/**
 * The landscapes for coaches and cities of a state, by number, under a name shared by states with the same
 * landscapes.
 * @param state two letters
 */
export function landscapesOf(state: string): { name: string; covers: readonly number[] } {
  const kinds = [
    { name: 'desert', covers: desert, isThere: desertStates.has(state) },
    { name: 'mountains', covers: mountains, isThere: mountainStates.has(state) },
    { name: 'coast', covers: coast, isThere: coastalStates.has(state) },
    { name: 'palms', covers: palms, isThere: palmStates.has(state) },
  ].filter(({ isThere }) => isThere)
  return {
    name: ['parkland', ...kinds.map(({ name }) => name)].join(' '),
    covers: [...parkland, ...kinds.flatMap(({ covers }) => covers)],
  }
}
