import {
  type AssistantPort,
  type AssistantProposal,
  type AssistantQuestion,
  type AssistantReply,
  type CoachFacts,
  noUsage,
  PICTURE_SENT,
} from './assistant.ts'
import {
  type Intent,
  ignoredBeside,
  isForeignLanguage,
  isPoliteOnly,
  recognizeIntents,
  wantsTimes,
} from './intent.ts'
import { type LessonRequest, readLessonRequest } from './lesson-request.ts'
import { findTimes } from './open-times.ts'
import { isContext, isQuestion, newestWords, splitQuestions } from './questions.ts'
import { closestTimesSentence, openTimesSentence, type Sentences, sentencesFor } from './sentences.ts'

/** The maximum length of an answer; the rest is left to the coach. */
const LONGEST_ANSWER = 1_500

/**
 * A rule-based assistant: recognizes keywords and composes sentences from the coach's facts, without an
 * account or a network, and without the risk of prompt injection. It considers every unanswered question and
 * passes on to the coach what it does not recognize.
 */
export function rulesAssistant(): AssistantPort {
  return { name: 'rules', answer: answerByRules }
}

export async function answerByRules(question: AssistantQuestion): Promise<AssistantReply> {
  const { facts } = question
  const text = newestWords(question.conversation)
  const say = sentencesFor(facts)
  const draft = new Draft()
  if (isForeignLanguage(text)) return draft.toHuman(say.language).reply()
  const whole = readLessonRequest(text, facts.today)
  const parts = readParts(text, facts)
  const subjects = new Set(parts.flatMap(({ intents }) => intents))
  for (const { words, intents, isUnknown } of parts) {
    const request = readLessonRequest(words, facts.today)
    const subject = {
      facts,
      say,
      text: words.toLowerCase(),
      request: {
        ...request,
        minutes: request.minutes ?? whole.minutes,
        lessons: request.lessons ?? whole.lessons,
      },
    }
    if (words === PICTURE_SENT) draft.toHuman(say.pictures)
    else if (isUnknown) draft.leavesOut = true
    for (const intent of intents)
      if (intent !== 'availability') draft.unlessTooLong(() => speakOf[intent](draft, subject))
  }
  const offersTimes = subjects.has('availability') && isAboutTimes(subjects, text, whole)
  if (offersTimes) await offerTimes(draft, question, whole, say)
  if (draft.leavesOut || draft.sentences.length === 0) draft.passOn(say)
  return draft.reply()
}

interface Part {
  words: string
  intents: Intent[]
  /** The part asks for something that is unknown. */
  isUnknown: boolean
}

/**
 * Returns the subjects of each part of a message. A question that is not understood is left to the coach, and
 * so is a statement, unless it only gives a date or the usual context (`I saw your profile`) next to a
 * question. Greetings and thanks are answered only when the message contains nothing else.
 */
function readParts(text: string, facts: CoachFacts): Part[] {
  const read = splitQuestions(text).map((words) => {
    const intents = recognizeIntents(words, facts.label)
    const isOnlyTimes = intents.length === 0 && isAboutWhen(readLessonRequest(words, facts.today))
    return { words, intents, isOnlyTimes, isPolite: isPoliteOnly(words, facts.label) }
  })
  const all = new Set(read.flatMap(({ intents }) => intents))
  const ignored = ignoredBeside(all)
  const isPoliteMessage = read.every(({ isPolite }) => isPolite)
  const isAnyUnderstood = all.size > 0 || read.some(({ isOnlyTimes }) => isOnlyTimes)
  return read.map(({ words, intents, isOnlyTimes, isPolite }) => {
    if (isPolite) return { words, intents: isPoliteMessage ? firstOf(intents) : [], isUnknown: false }
    const kept = intents.filter((intent) => !ignored.has(intent))
    // A date next to other questions only specifies when, unless the part is itself a question.
    if (isOnlyTimes && (all.size === 0 || isQuestion(words))) kept.push('availability')
    const isUnderstood = intents.length > 0 || isOnlyTimes || (isAnyUnderstood && isContext(words))
    return { words, intents: kept, isUnknown: !isUnderstood && !all.has('injection') }
  })
}

/** `Hi, thanks!` counts as thanks: one answer is enough. */
const firstOf = (intents: Intent[]): Intent[] => intents.slice(0, 1)

const isAboutWhen = ({ dates, times }: LessonRequest) => dates !== null || times.length > 0

/**
 * A lesson mentioned next to another question does not ask for times, and neither does an instruction to the
 * assistant.
 */
function isAboutTimes(subjects: ReadonlySet<Intent>, text: string, request: LessonRequest): boolean {
  if (subjects.has('injection')) return false
  return subjects.size === 1 || isAboutWhen(request) || wantsTimes(text)
}

/** An answer under construction; repeated sentences are added only once. */
class Draft {
  readonly sentences: string[] = []
  slots: AssistantReply['slots'] = []
  needsHuman = false
  /** A question is left unanswered. */
  leavesOut = false
  proposal: AssistantProposal | null = null

  say(...sentences: (string | null | undefined)[]) {
    for (const sentence of sentences)
      if (sentence && !this.sentences.includes(sentence)) this.sentences.push(sentence)
  }

  toHuman(sentence: string): this {
    this.say(sentence)
    this.needsHuman = true
    return this
  }

  /** Leaves an unknown question to the coach. */
  passOn(say: Sentences) {
    this.toHuman(this.sentences.length === 0 ? say.unknown : say.restUnknown)
  }

  /** Undoes an addition that would make the answer too long, and leaves that question to the coach. */
  unlessTooLong(speak: () => void) {
    const before = this.sentences.length
    speak()
    if (this.sentences.join(' ').length <= LONGEST_ANSWER) return
    this.sentences.length = before
    this.leavesOut = true
  }

  reply(): AssistantReply {
    return {
      answer: this.sentences.join(' '),
      slots: this.slots,
      needsHuman: this.needsHuman,
      proposalDraft: this.proposal,
      usage: noUsage,
    }
  }
}

interface Subject {
  facts: CoachFacts
  say: Sentences
  text: string
  request: LessonRequest
}

const speakOf: Record<Exclude<Intent, 'availability'>, (draft: Draft, subject: Subject) => void> = {
  injection: (draft, { say }) => draft.say(say.notFollowed),
  contact: (draft, { say }) => draft.say(say.contact, say.payment),
  identity: (draft, { say }) => draft.say(say.identity, say.human),
  other_coach: (draft, { say }) => draft.say(say.otherCoach),
  bargain: (draft, { say }) => draft.say(say.fixedPrices, say.prices),
  price: (draft, { facts, say, request }) => {
    const at = facts.lessons.findIndex(({ minutes }) => minutes === request.minutes)
    if (request.minutes !== null && at < 0) draft.say(say.noSuchLength)
    draft.say(at < 0 ? say.prices : say.eachPrice[at])
  },
  several_lessons: (draft, { facts, say, request }) => {
    draft.proposal = proposalFor(facts, request)
    draft.toHuman(say.severalLessons)
  },
  payment: (draft, { say }) => draft.say(say.payment),
  duration: (draft, { facts, say, request }) => {
    const isOffered = facts.lessons.some(({ minutes }) => minutes === request.minutes)
    if (request.minutes !== null && !isOffered) draft.say(say.noSuchLength)
    draft.say(say.durations)
  },
  cancellation: (draft, { say }) => draft.say(say.cancellation, say.cancelHow),
  weather: (draft, { say }) => draft.say(say.weather, say.cancellation),
  place: (draft, { say }) => draft.say(...say.places, say.directions),
  home_visit: (draft, { say }) => void draft.toHuman(say.homeVisits),
  launch_monitor: (draft, { say }) =>
    say.launchMonitor ? void draft.say(say.launchMonitor) : leaveOut(draft),
  reviews: (draft, { say }) => draft.say(say.reviews),
  experience: (draft, { say, text }) => {
    if (particularExperience.test(text)) return leaveOut(draft)
    const known = [say.experience, ...say.checkedCredentials, ...say.credentials, say.specialties]
    draft.say(...known)
    if (known.every((sentence) => sentence === null)) leaveOut(draft)
  },
  audience: (draft, { say, text }) => {
    const asked = audiences.filter(({ asked }) => asked.test(text))
    const isKnown = asked.length > 0 && asked.every(({ told }) => told.test(say.specialties ?? ''))
    if (isKnown) draft.say(say.specialties)
    else leaveOut(draft)
  },
  notice: (draft, { say }) => draft.say(say.notice),
  how_to_book: (draft, { facts, say }) => {
    draft.say(say.howToBook, say.notice)
    if (!facts.instantBook) draft.needsHuman = true
  },
  swing: (draft, { say }) => void draft.toHuman(say.noSwingAdvice),
  unknown_detail: leaveOut,
  off_topic: (draft, { say }) => draft.say(say.offTopic, say.welcome),
  thanks: (draft, { say }) => draft.say(say.nicely),
  greeting: (draft, { say }) => draft.say(say.welcome),
}

function leaveOut(draft: Draft) {
  draft.leavesOut = true
}

/** Asks for experience with a specific group or topic, which a list of certificates does not answer. */
const particularExperience = /\b(experienced?|background|speciali[sz]e) (with|in)\b/

/** Audiences, which are known only if the coach's specialties mention them. */
const audiences = [
  {
    asked: /junior|kid|child|\bsons?\b|daughter|grand|year[- ]old|teen/,
    told: /junior|kid|child|youth|teen/i,
  },
  { asked: /left[- ]?hand|left(y|ies)|southpaw/, told: /left/i },
  { asked: /beginner|never|newbie|novice|new to golf|start/, told: /beginner|new golfer|fundamental/i },
  { asked: /senior/, told: /senior/i },
  { asked: /ladies|women/, told: /ladies|women/i },
  { asked: /disab|wheelchair|adaptive/, told: /adaptive|disab/i },
  { asked: /advanced|single|handicap/, told: /advanced|handicap|competitive|tournament/i },
]

function proposalFor(facts: CoachFacts, { minutes, lessons }: LessonRequest): AssistantProposal | null {
  const usual = facts.lessons.find((lesson) => lesson.minutes === 60) ?? facts.lessons[0]
  const length = facts.lessons.find((lesson) => lesson.minutes === minutes) ?? usual
  if (!length || (lessons ?? 1) > 50) return null
  const title =
    lessons && lessons > 1
      ? `${lessons} lessons of ${length.minutes} minutes`
      : `${length.minutes}-minute Lesson`
  return { lessonTitle: title, minutes: length.minutes, lessons: lessons ?? 1 }
}

/**
 * Offers open slots that fit, or the closest ones; if there are none, the question is passed on to the coach.
 */
async function offerTimes(draft: Draft, question: AssistantQuestion, request: LessonRequest, say: Sentences) {
  const { facts } = question
  const usual = facts.lessons.find(({ minutes }) => minutes === 60) ?? facts.lessons[0]
  const length = facts.lessons.find(({ minutes }) => minutes === request.minutes) ?? usual
  if (!length) return void draft.toHuman(say.unknown)
  if (request.minutes !== null && request.minutes !== length.minutes)
    draft.say(say.noSuchLength, say.durations)
  const place = placeMeant(question)
  const found = await findTimes(question, request, { minutes: length.minutes, placeId: place.id })
  if (found.slots.length === 0) return void draft.toHuman(say.noOpenings)
  if (found.fit === 'other_time') draft.say(say.timeGone)
  if (found.fit === 'other_day') draft.say(say.nothingThere)
  const at = { minutes: length.minutes, place }
  draft.say(found.fit === 'asked' ? openTimesSentence(at) : closestTimesSentence(at))
  if (found.isAmbiguous) draft.say(say.bothHalves)
  if (!facts.instantBook) draft.toHuman(say.howToBook)
  draft.slots = found.slots.map(({ start, minutes, placeId }) => ({ start, minutes, placeId }))
  draft.proposal ??= proposalFor(facts, request)
}

function placeMeant({ facts, conversation }: AssistantQuestion): CoachFacts['places'][number] {
  const text = conversation.at(-1)?.text.toLowerCase() ?? ''
  const named = facts.places.find(({ name }) => text.includes(name.toLowerCase()))
  const inTown = facts.places.filter(({ city }) => city && text.includes(city.toLowerCase()))
  const [primary] = facts.places
  const meant = named ?? (inTown.length === 1 ? inTown[0] : primary)
  if (!meant) throw new RangeError('a coach without any place')
  return meant
}
