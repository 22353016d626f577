import { z } from 'zod'

/**
 * Characters that turn the direction of what follows them (Unicode UAX 9: embeddings, overrides, isolates and their ends).
 * They make `gnp.exe` read as `exe.png`, and pull the words of a page that stand beside them along. Hebrew and Arabic need
 * none of them: letters know their direction. The marks LRM, RLM and ALM stay, they turn nothing.
 */
const turningCharacters = /[\u202a-\u202e\u2066-\u2069]/g

/** A text without the characters that turn the direction of others. */
export const stripBidiControls = (text: string): string => text.replace(turningCharacters, '')

/** Control characters that no text needs: all but the tab and the line break. They are shown nowhere and refused in many places. */
const unseenCharacters = /[^\P{Cc}\t\n]/gu

/** A text of several lines without characters nobody sees; every line ends the same way. */
export const stripControls = (text: string): string =>
  text.replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replaceAll(unseenCharacters, '')

/** A text as one line: line breaks and tabs become spaces, other control characters go. For names, titles and mail headers. */
export const oneLine = (text: string): string => stripControls(text).replaceAll(/[\t\n]+/g, ' ')

/**
 * The beginning of every field in which people write to other people: what turns text, and control characters, are taken out
 * before anything else is looked at, so that a field of nothing but such characters is empty. Where it is shown it still stands
 * in an element of its own direction (`bdi`, or `dir="auto"` on a paragraph).
 */
export const writtenText = () => z.string().overwrite((text) => stripControls(stripBidiControls(text)))

/** The same for what is one line: a name, a title, a place. */
export const writtenLine = () => z.string().overwrite((text) => oneLine(stripBidiControls(text)))
