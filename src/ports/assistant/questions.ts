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

/** A full stop ends a sentence, but not after `St.`, `Dr.` or the letters of `a.m.`. */
const sentenceEnd =
  /\n+|;\s+|(?<=[?!])\s+|(?<=\p{L}{2}\.)(?<!\b(?:St|Dr|Mr|Mrs|Ms|Jr|Sr|Mt|Ft|vs)\.)\s+(?=\p{L})/u
const ASKING =
  "(?:what(?:'?s)?|how(?:'?s)?|where(?:'?s)?|when(?:'?s)?|which|whose|who(?:'?s)?|why|is|are|am|was|were|do|does|did|has|have|can|could|may|will|would|should|shall|if|any chance)"
const nextClause = new RegExp(`[,;]?\\s+(?:and|but|or|also|plus)\\s+(?=(?:also\\s+)?${ASKING}\\b)`, 'iu')
const question = new RegExp(
  `\\?\\s*$|^\\W*(?:(?:and|but|also|so|ok|hi|hello)\\b[, ]*)*${ASKING}\\b|\\b(?:wonder(?:ing)?|curious|let me know|tell me|like to (?:know|ask)|want to know|need to know)\\b`,
  'iu',
)
/** What people say about themselves before they ask something. */
const context =
  /^\W*(?:and |so |we |i )*(?:(?:i'?m|i am|my name(?:'s| is)|this is|it'?s) (?:\p{L}+)(?: \p{L}+)?$|(?:i )?(?:just )?(?:saw|found|read|came across|was looking at|looked at|love|like|was referred)\b|(?:i'?m|i am|we'?re|we are|i|we) (?:just )?(?:live|living|moved|new|visiting|from|in|based|looking (?:at|for)|interested in|in town|thinking (?:of|about))\b)/iu

/** What was asked, one by one, in the order of the words: `Where is it, and what does it cost?` are two. */
export const splitQuestions = (words: string): string[] =>
  words
    .split(sentenceEnd)
    .flatMap((sentence) => sentence.split(nextClause))
    .map((part) => part.trim())
    .filter(Boolean)

/** True for words that want an answer, and not only tell something. */
export const isQuestion = (part: string): boolean => question.test(part)

/** True for what a student tells about themselves before the question: a name, a town, where they found the coach. */
export const isContext = (part: string): boolean =>
  !isQuestion(part) && context.test(part.replace(/[’‘]/g, "'"))
