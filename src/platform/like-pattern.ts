/** Escapes a search text for `like` and `ilike`, so that its characters are matched literally. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
