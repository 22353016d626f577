import { z } from 'zod'

/**
 * Characters that turn the direction of what follows them (Unicode UAX 9: embeddings, overrides, isolates and their ends).
 * They make `gnp.exe` read as `exe.png`, and pull the words of a page that stand beside them along. Hebrew and Arabic need
 * none of them: letters know their direction. The marks LRM, RLM and ALM stay, they turn nothing.
 */
const turningCharacters = /[\u202a-\u202e\u2066-\u2069]/g

/** A text without the characters that turn the direction of others. */
export const withoutTurns = (text: string): string => text.replace(turningCharacters, '')

/**
 * The beginning of every field in which people write to other people: what turns text is taken out before anything else is
 * looked at, so that a field of nothing but such characters is empty. Where it is shown it still stands in an element of its
 * own direction (`bdi`, or `dir="auto"` on a paragraph).
 */
export const writtenText = () => z.string().overwrite(withoutTurns)
