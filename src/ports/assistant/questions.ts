import type { Utterance } from './assistant.ts'

/** The index of the first message that has not been answered yet. */
export const firstUnanswered = (conversation: readonly Utterance[]): number =>
  conversation.findLastIndex(({ by }) => by !== 'student') + 1

/** The student's unanswered messages, one per line. */
export const newestWords = (conversation: readonly Utterance[]): string =>
  conversation
    .slice(firstUnanswered(conversation))
    .map(({ text }) => text)
    .join('\n')

/** A period ends a sentence, but not after `St.`, `Dr.` or the letters of `a.m.`. */
const sentenceEnd =
  /\n+|;\s+|(?<=[?!])\s+|(?<=\p{L}{2}\.)(?<!\b(?:St|Dr|Mr|Mrs|Ms|Jr|Sr|Mt|Ft|vs)\.)\s+(?=\p{L})/u
const ASKING =
  "(?:what(?:'?s)?|how(?:'?s)?|where(?:'?s)?|when(?:'?s)?|which|whose|who(?:'?s)?|why|is|are|am|was|were|do|does|did|has|have|can|could|may|will|would|should|shall|if|any chance)"
const nextClause = new RegExp(`[,;]?\\s+(?:and|but|or|also|plus)\\s+(?=(?:also\\s+)?${ASKING}\\b)`, 'iu')
const question = new RegExp(
  `\\?\\s*$|^\\W*(?:(?:and|but|also|so|ok|hi|hello)\\b[, ]*)*${ASKING}\\b|\\b(?:wonder(?:ing)?|curious|let me know|tell me|like to (?:know|ask)|want to know|need to know)\\b`,
  'iu',
)
/** Introductory statements before a question. */
const context =
  /^\W*(?:and |so |we |i )*(?:(?:i'?m|i am|my name(?:'s| is)|this is|it'?s) (?:\p{L}+)(?: \p{L}+)?$|(?:i )?(?:just )?(?:saw|found|read|came across|was looking at|looked at|love|like|was referred)\b|(?:i'?m|i am|we'?re|we are|i|we) (?:just )?(?:live|living|moved|new|visiting|from|in|based|looking (?:at|for)|interested in|in town|thinking (?:of|about))\b)/iu

/** Splits a text into its questions, in order: `Where is it, and what does it cost?` contains two. */
export const splitQuestions = (words: string): string[] =>
  words
    .split(sentenceEnd)
    .flatMap((sentence) => sentence.split(nextClause))
    .map((part) => part.trim())
    .filter(Boolean)

/** True for text that requires an answer rather than only stating something. */
export const isQuestion = (part: string): boolean => question.test(part)

/** True for introductory statements of a student: a name, a town, where they found the coach. */
export const isContext = (part: string): boolean =>
  !isQuestion(part) && context.test(part.replace(/[’‘]/g, "'"))
