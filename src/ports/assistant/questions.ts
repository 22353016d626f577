import type { Utterance } from './assistant.ts'

/** Where in a conversation the words begin that nobody has answered yet. */
export const firstUnanswered = (conversation: readonly Utterance[]): number =>
  conversation.findLastIndex(({ by }) => by !== 'student') + 1

/** All that the student wrote since somebody answered, a line a message. */
export const newestWords = (conversation: readonly Utterance[]): string =>
  conversation
    .slice(firstUnanswered(conversation))
    .map(({ text }) => text)
    .join('\n')

const sentenceEnd = /\n+|(?<=[?!])\s+|(?<=\p{L}{3}\.)\s+(?=\p{Lu})/u
const ASKING = '(?:what|how|where|when|which|who|is|are|do|does|can|could|may|will|would|should|if)'
const nextClause = new RegExp(`[,;]?\\s+(?:and|but|or|also|plus)\\s+(?=(?:also\\s+)?${ASKING}\\b)`, 'iu')
const question = new RegExp(`\\?\\s*$|^\\W*(?:(?:and|but|also|so|ok|hi|hello)\\b[, ]*)*${ASKING}\\b`, 'iu')

/** What was asked, one by one, in the order of the words: `Where is it, and what does it cost?` are two. */
export const splitQuestions = (words: string): string[] =>
  words
    .split(sentenceEnd)
    .flatMap((sentence) => sentence.split(nextClause))
    .map((part) => part.trim())
    .filter(Boolean)

/** True for words that want an answer, and not only tell something. */
export const isQuestion = (part: string): boolean => question.test(part)
