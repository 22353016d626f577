import { z } from 'zod'

/**
 * Characters that change the text direction (Unicode UAX 9: embeddings, overrides, isolates and their
 * terminators). They can make `gnp.exe` read as `exe.png` and reorder adjacent text. Hebrew and Arabic do not
 * need them, because letters have an inherent direction. The marks LRM, RLM and ALM are kept; they do not
 * reorder text.
 */
const turningCharacters = /[\u202a-\u202e\u2066-\u2069]/g

/** Removes the characters that change the text direction. */
export const stripBidiControls = (text: string): string => text.replace(turningCharacters, '')

/** Control characters other than tab and line feed. They are invisible and rejected by many systems. */
const unseenCharacters = /[^\P{Cc}\t\n]/gu

/**
 * Removes invisible control characters from multiline text and normalizes line endings. A half of a surrogate pair, which
 * cannot be in an address, becomes U+FFFD.
 */
export const stripControls = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll(unseenCharacters, '')

/**
 * Converts a text to one line: line breaks and tabs become spaces, other control characters are removed. For
 * names, titles and mail headers.
 */
export const oneLine = (text: string): string => stripControls(text).replaceAll(/[\t\n]+/g, ' ')

/**
 * The base schema of every field whose text is shown to other users: direction and control characters are
 * removed before any other check, so that a field with nothing else is empty. The text must still be
 * displayed in an element with its own direction (`bdi`, or `dir="auto"` on a paragraph).
 */
export const writtenText = () => z.string().overwrite((text) => stripControls(stripBidiControls(text)))

/** The same for a single line: a name, a title, a place. */
export const writtenLine = () => z.string().overwrite((text) => oneLine(stripBidiControls(text)))
