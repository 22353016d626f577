import type { Block, HelpSummary } from './schema.ts'

export interface HelpText extends HelpSummary {
  blocks: Block[]
  /** All its words in lower case, for the search. */
  words: string
}

/** The help of one kind of reader: what is theirs and what is everybody's, in the order of topics and documents. */
export function helpFor(reader: 'students' | 'coaches', all: readonly HelpSummary[]): HelpSummary[] {
  return all.filter(({ audience }) => audience === 'both' || audience === reader)
}

/** Documents by topic, topics in the order of their first document. */
export function byTopic(documents: readonly HelpSummary[]): { topic: string; documents: HelpSummary[] }[] {
  const topics = [...new Set(documents.map(({ topic }) => topic))]
  return topics.map((topic) => ({
    topic,
    documents: documents.filter((document) => document.topic === topic),
  }))
}

const weights = { title: 8, topic: 4, description: 3, words: 1 }

/**
 * Documents that hold every word of a question somewhere, best first: a word of the title weighs most, the beginning of a
 * word counts (`cancel` finds `cancellation`), and what everybody writes (`how do I …`) is left out.
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

/** The words of a question that say something, without endings that hide their kin; twelve are plenty. */
function wordsOf(question: string): string[] {
  const words = question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words
    .filter((word) => !empty.has(word))
    .map((word) => (word.length > 4 ? word.replace(/(ing|ed|es|s)$/, '') : word))
    .slice(0, 12)
}
