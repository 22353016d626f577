import type { ContentBlock, HelpSummary } from './schema.ts'

export interface HelpText extends HelpSummary {
  blocks: ContentBlock[]
  /** All words of the document in lower case, for the search. */
  words: string
}

/** The help documents for one audience, including those for both audiences, in the given order. */
export function helpFor(reader: 'students' | 'coaches', all: readonly HelpSummary[]): HelpSummary[] {
  return all.filter(({ audience }) => audience === 'both' || audience === reader)
}

/** Groups documents by topic. Topics are in the order of their first document. */
export function byTopic(documents: readonly HelpSummary[]): { topic: string; documents: HelpSummary[] }[] {
  const topics = [...new Set(documents.map(({ topic }) => topic))]
  return topics.map((topic) => ({
    topic,
    documents: documents.filter((document) => document.topic === topic),
  }))
}

const weights = { title: 8, topic: 4, description: 3, words: 1 }

/**
 * Finds documents that contain every word of a question, best match first. A word in the title scores
 * highest, a prefix matches (`cancel` finds `cancellation`), and common words (`how do I …`) are ignored.
 */
export function searchHelp(question: string, all: readonly HelpText[]): HelpText[] {
  const words = wordsOf(question)
  if (words.length === 0) return []
  return all
    .map((document) => ({ document, score: scoreOf(document, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.document.title.localeCompare(b.document.title))
    .map(({ document }) => document)
}

function scoreOf(document: HelpText, words: readonly string[]): number {
  const scores = words.map((word) => {
    const holds = (text: string) => new RegExp(`(?<!\\p{L})${word}`, 'u').test(text.toLowerCase())
    return (
      (holds(document.title) ? weights.title : 0) +
      (holds(document.topic) ? weights.topic : 0) +
      (holds(document.description) ? weights.description : 0) +
      (holds(document.words) ? weights.words : 0)
    )
  })
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0)
}

const empty = new Set(
  'a about am an and any are can do does for from get have how i if in is it me my of on or so the this to was we what when where who why with you your'.split(
    ' ',
  ),
)

/**
 * The significant words of a question, with suffixes removed so that related forms match. Limited to twelve.
 */
function wordsOf(question: string): string[] {
  const words = question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words
    .filter((word) => !empty.has(word))
    .map((word) => (word.length > 4 ? word.replace(/(ing|ed|es|s)$/, '') : word))
    .slice(0, 12)
}
