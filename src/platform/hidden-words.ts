/**
 * Patterns for sensitive data that vendors quote in their errors: passwords and queries in URLs, email
 * addresses, numbers, long keys. The regular expressions work in both JavaScript and PostgreSQL; each has a
 * replacement, in which `$1` is the first group.
 */
export const hiddenWords: readonly (readonly [pattern: string, instead: string])[] = [
  [String.raw`(https?://)[^\s/@]*@`, '$1'],
  [String.raw`(https?://[^\s?#]+)[?#]\S*`, '$1'],
  [String.raw`[^\s<>"'(),;:=]+@[^\s<>"'(),;:]+`, '[address]'],
  [String.raw`(?<![\w.-])\+?\(?[0-9]([ ().-]{0,2}[0-9]){9,14}(?![\w-])`, '[number]'],
  [String.raw`(?<![\w-])(?![0-9a-f]{8}-[0-9a-f]{4}-)[A-Za-z0-9_-]{24,}`, '[key]'],
]

export const withoutSecrets = (words: string): string =>
  hiddenWords.reduce((text, [pattern, instead]) => text.replaceAll(new RegExp(pattern, 'g'), instead), words)
