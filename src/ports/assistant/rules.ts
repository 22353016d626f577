import {
  type AssistantPort,
  type AssistantQuestion,
  type AssistantReply,
  type CoachFacts,
  noUsage,
  PICTURE_SENT,
  type ProposalDraft,
} from './assistant.ts'
import { type Intent, isForeign, recogniseIntents, wantsTimes } from './intent.ts'
import { findTimes } from './open-times.ts'
import { closestTimesSentence, openTimesSentence, type Sentences, sentencesFor } from './sentences.ts'
import { readWish, type Wish } from './wish.ts'

/** More subjects than these in one message are a person's business. */
const MOST_SUBJECTS = 4

/**
 * Answers from words it knows, with sentences made from the coach's facts: no account, no network, nothing to be talked
 * into. What it does not recognise it hands to the coach.
 */
export function rulesAssistant(): AssistantPort {
  return { name: 'rules', answer: answerByRules }
}

export async function answerByRules(question: AssistantQuestion): Promise<AssistantReply> {
  const { facts } = question
  const text = newestWords(question)
  const say = sentencesFor(facts)
  const draft = new Draft()
  if (text.includes(PICTURE_SENT)) return draft.toHuman(say.pictures)
  if (isForeign(text)) return draft.toHuman(say.language)
  const subjects = recogniseIntents(text, facts.label)
  const wish = readWish(text, facts.today)
  if (subjects.length === 0 && (wish.dates || wish.times.length > 0)) subjects.push('availability')
  if (subjects.length === 0) return draft.toHuman(say.unknown)
  for (const subject of subjects.slice(0, MOST_SUBJECTS)) {
    if (subject === 'availability') continue
    speakOf[subject](draft, { facts, say, text: text.toLowerCase(), wish })
  }
  if (subjects.includes('availability') && isAboutTimes(subjects, text, wish))
    await offerTimes(draft, question, wish, say)
  if (subjects.length > MOST_SUBJECTS) draft.toHuman(say.unknown)
  return draft.reply()
}

/** Beside another question a lesson that is only mentioned asks for no times; nor does an order to the assistant. */
function isAboutTimes(subjects: readonly Intent[], text: string, wish: Wish): boolean {
  if (subjects.includes('injection')) return false
  return subjects.length === 1 || wish.dates !== null || wish.times.length > 0 || wantsTimes(text)
}

/** All that the student wrote since somebody answered. */
function newestWords({ conversation }: AssistantQuestion): string {
  const answered = conversation.findLastIndex(({ by }) => by !== 'student')
  return conversation
    .slice(answered + 1)
    .map(({ text }) => text)
    .join('\n')
}

/** An answer that grows sentence by sentence; the same one is not said twice. */
class Draft {
  readonly sentences: string[] = []
  slots: AssistantReply['slots'] = []
  needsHuman = false
  proposal: ProposalDraft | null = null

  say(...sentences: (string | null | undefined)[]) {
    for (const sentence of sentences)
      if (sentence && !this.sentences.includes(sentence)) this.sentences.push(sentence)
  }

  toHuman(sentence: string): AssistantReply {
    this.say(sentence)
    this.needsHuman = true
    return this.reply()
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
  wish: Wish
}

const speakOf: Record<Exclude<Intent, 'availability'>, (draft: Draft, subject: Subject) => void> = {
  injection: (draft, { say }) => draft.say(say.notFollowed),
  contact: (draft, { say }) => draft.say(say.contact, say.payment),
  identity: (draft, { say }) => draft.say(say.identity, say.human),
  other_coach: (draft, { say }) => draft.say(say.otherCoach),
  bargain: (draft, { say }) => draft.say(say.fixedPrices, say.prices),
  price: (draft, { facts, say, wish }) => {
    const at = facts.lessons.findIndex(({ minutes }) => minutes === wish.minutes)
    if (wish.minutes !== null && at < 0) draft.say(say.noSuchLength)
    draft.say(at < 0 ? say.prices : say.eachPrice[at])
  },
  several_lessons: (draft, { facts, say, wish }) => {
    draft.proposal = proposalFor(facts, wish)
    draft.toHuman(say.severalLessons)
  },
  payment: (draft, { say }) => draft.say(say.payment),
  duration: (draft, { facts, say, wish }) => {
    const isOffered = facts.lessons.some(({ minutes }) => minutes === wish.minutes)
    if (wish.minutes !== null && !isOffered) draft.say(say.noSuchLength)
    draft.say(say.durations)
  },
  cancellation: (draft, { say }) => draft.say(say.cancellation, say.cancelHow),
  place: (draft, { say }) => draft.say(...say.places, say.directions),
  home_visit: (draft, { say }) => draft.toHuman(say.homeVisits),
  launch_monitor: (draft, { say }) =>
    say.launchMonitor ? draft.say(say.launchMonitor) : draft.toHuman(say.unknown),
  reviews: (draft, { say }) => draft.say(say.reviews),
  experience: (draft, { say }) => {
    draft.say(say.experience, ...say.credentials, say.specialties)
    if (draft.sentences.length === 0) draft.toHuman(say.unknown)
  },
  audience: (draft, { say, text }) => {
    const asked = audiences.filter(({ asked }) => asked.test(text))
    const isKnown = asked.length > 0 && asked.every(({ told }) => told.test(say.specialties ?? ''))
    if (isKnown) draft.say(say.specialties)
    else draft.toHuman(say.unknown)
  },
  notice: (draft, { say }) => draft.say(say.notice),
  how_to_book: (draft, { facts, say }) => {
    draft.say(say.howToBook, say.notice)
    if (!facts.instantBook) draft.needsHuman = true
  },
  swing: (draft, { say }) => draft.toHuman(say.noSwingAdvice),
  unknown_detail: (draft, { say }) => draft.toHuman(say.unknown),
  off_topic: (draft, { say }) => draft.say(say.offTopic, say.welcome),
  thanks: (draft, { say }) => draft.say(say.nicely),
  greeting: (draft, { say }) => draft.say(say.welcome),
}

/** Whom a coach teaches is known only where the specialties say so. */
const audiences = [
  { asked: /junior|kid|child|son\b|daughter|year[- ]old|teen/, told: /junior|kid|child|youth|teen/i },
  { asked: /left[- ]?hand|lefty|southpaw/, told: /left/i },
  { asked: /beginner|never|newbie|new to golf|start/, told: /beginner|new golfer|fundamental/i },
  { asked: /senior/, told: /senior/i },
  { asked: /ladies|women/, told: /ladies|women/i },
  { asked: /disab|wheelchair|adaptive/, told: /adaptive|disab/i },
  { asked: /advanced|single|handicap/, told: /advanced|handicap|competitive|tournament/i },
]

function proposalFor(facts: CoachFacts, { minutes, lessons }: Wish): ProposalDraft | null {
  const usual = facts.lessons.find((lesson) => lesson.minutes === 60) ?? facts.lessons[0]
  const length = facts.lessons.find((lesson) => lesson.minutes === minutes) ?? usual
  if (!length || (lessons ?? 1) > 50) return null
  const title =
    lessons && lessons > 1
      ? `${lessons} lessons of ${length.minutes} minutes`
      : `${length.minutes}-minute Lesson`
  return { lessonTitle: title, minutes: length.minutes, lessons: lessons ?? 1 }
}

/** Real times that fit, or the nearest there are; the coach hears of it when there are none. */
async function offerTimes(draft: Draft, question: AssistantQuestion, wish: Wish, say: Sentences) {
  const { facts } = question
  const usual = facts.lessons.find(({ minutes }) => minutes === 60) ?? facts.lessons[0]
  const length = facts.lessons.find(({ minutes }) => minutes === wish.minutes) ?? usual
  if (!length) return void draft.toHuman(say.unknown)
  if (wish.minutes !== null && wish.minutes !== length.minutes) draft.say(say.noSuchLength, say.durations)
  const place = placeMeant(question)
  const found = await findTimes(question, wish, { minutes: length.minutes, placeId: place.id })
  if (found.slots.length === 0) return void draft.toHuman(say.noOpenings)
  if (found.fit === 'other_time') draft.say(say.timeGone)
  if (found.fit === 'other_day') draft.say(say.nothingThere)
  const at = { minutes: length.minutes, place }
  draft.say(found.fit === 'asked' ? openTimesSentence(at) : closestTimesSentence(at))
  if (found.isAmbiguous) draft.say(say.bothHalves)
  if (!facts.instantBook) draft.toHuman(say.howToBook)
  draft.slots = found.slots.map(({ start, minutes, placeId }) => ({ start, minutes, placeId }))
  draft.proposal ??= proposalFor(facts, wish)
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
