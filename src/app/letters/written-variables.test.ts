import { expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { ownDetailsSchema } from '#features/accounts/own-details/schema.ts'
import { providerAccountSchema } from '#features/accounts/providers/schema.ts'
import { signUpSchema } from '#features/accounts/schema.ts'
import { saveClinicSchema } from '#features/clinics/schema.ts'
import { buyGiftCardSchema } from '#features/gift-cards/schema.ts'
import { newGolferSchema } from '#features/golfers/schema.ts'
import { contactSchema } from '#features/match-quiz/schema.ts'
import { coachToBeSchema } from '#features/onboarding/schema.ts'
import { placeFormSchema, profileWordsSchema } from '#features/own-profile/schema.ts'
import {
  proposeLessonSchema,
  requestChangesSchema,
  reviseProposalSchema,
} from '#features/proposals/schema.ts'
import { trialFormSchema } from '#features/prospects/schema.ts'
import { enterLessonSchema } from '#features/schedule/schema.ts'
import { inviteFormSchema } from '#features/students/invitations/schema.ts'
import { askForHelpSchema } from '#features/support/schema.ts'
import { letters } from './letters.ts'

const [, invited] = enterLessonSchema.shape.student.options
const studentNames = [
  signUpSchema.shape.name,
  providerAccountSchema.shape.name,
  ownDetailsSchema.shape.name,
  invited.shape.name,
]
const golferNames = [...studentNames, newGolferSchema.shape.name]
const coachNames = [coachToBeSchema.shape.displayName, profileWordsSchema.shape.displayName]
const places = [coachToBeSchema.shape.locationName, placeFormSchema.shape.locationName]
const titles = [
  saveClinicSchema.shape.title,
  enterLessonSchema.shape.title,
  proposeLessonSchema.shape.title,
  reviseProposalSchema.shape.title,
]

/** Variables with text that coaches, students or visitors write, and the fields they write it in: none takes a link. */
const refusesLinks: Record<string, readonly ZodType[]> = {
  student_name: studentNames,
  golfer_name: golferNames,
  participants: golferNames,
  for_golfer: golferNames,
  coach_name: coachNames,
  full_name: [...studentNames, trialFormSchema.shape.fullName],
  name: [contactSchema.shape.name, askForHelpSchema.shape.name],
  author_name: [...studentNames, ...coachNames],
  sender_name: [...studentNames, ...coachNames],
  other_name: [...studentNames, ...coachNames],
  first_coach: coachNames,
  second_coach: coachNames,
  third_coach: coachNames,
  fourth_coach: coachNames,
  greeting: [inviteFormSchema.shape.name],
  recipient_name: [buyGiftCardSchema.shape.recipientName],
  from_name: [buyGiftCardSchema.shape.fromName],
  gift_message: [buyGiftCardSchema.shape.message],
  coach_message: [inviteFormSchema.shape.message],
  lesson_title: titles,
  first_lesson: [...titles, ...golferNames],
  place_name: places,
  place: places,
  place_address: [coachToBeSchema.shape.address, placeFormSchema.shape.address],
  headline: [...titles, ...golferNames, ...coachNames, buyGiftCardSchema.shape.recipientName],
  message: [requestChangesSchema.shape.message, ...titles, ...studentNames, ...coachNames],
  what_happened: [...golferNames, ...coachNames],
  lesson_was: places,
}

/** Variables whose text may contain a link, with the reason why the recipient asked for the letter. */
const mayHaveLinks: Record<string, string> = {
  message_text:
    'a message of a conversation: to the own coach or student, until one of them blocks the other',
  note_line: 'what a student wrote about a lesson and answered to its coach: to the coach, once it is booked',
  news: 'titles of notes, goals and drills: to the own coach or student, until one of them blocks the other',
  message_line:
    'why a lesson was cancelled or called off: to a person with a lesson; invited students get no links',
  question: 'the reader’s own question; an admin has read it and answers it or changes its status',
  subject: 'the reader’s own subject; an admin has read it and answers it or changes its status',
  business_name: 'to the operators',
  email: 'to the operators',
  phone: 'to the operators',
  account: 'the reader’s own calendar account',
  calendar_name: 'the reader’s own calendar',
  address: 'the reader’s own endpoint',
  new_email: 'the reader’s own address',
  method: 'the name of the reader’s own passkey, or the reader’s own address at a provider',
  answer: 'written by an admin',
  explanation: 'written by an admin',
  reason: 'written by an admin, or by the product',
  summary: 'written by an admin',
}

/** Variables that the product writes: dates, amounts, links and sentences of its own. */
const written = [
  'access_line account_change also_ended amount answer_by arrives begins booking_number cancel_terms changed_at choices city closes_at code date dates day decision duration first_reason',
  'late_line lead lesson_count lesson_days lesson_short lesson_when lessons lessons_line match_line message_count money_line next_line object_by forecast otherwise',
  'object_line others_line paid pay_until payment_line payout payout_line price promises published_line quiz_when refund refund_line',
  'refund_reason refund_short removed seat_count seats_left_line seats_line second_reason share share_change share_left share_line status_line third_reason',
  'time_line times until what_changed what_ended what_is_new weekly_lessons',
].flatMap((line) => line.split(' '))

test('each variable of a letter says who writes it', () => {
  const answered = new Set([...Object.keys(refusesLinks), ...Object.keys(mayHaveLinks), ...written])
  const declared = new Set(letters.flatMap(({ variables }) => variables))
  const open = [...declared].filter((name) => !name.endsWith('_url') && !answered.has(name))
  expect(open).toEqual([])
  expect([...answered].filter((name) => !declared.has(name))).toEqual([])
})

test.each(Object.entries(refusesLinks))('%s has no link', (name, fields) => {
  for (const field of fields) {
    expect(field.safeParse('Riverside Club 12').success, name).toBe(true)
    for (const link of [
      'Prize: www.evil.example',
      'https://evil.example/win',
      'Claim at evil.com',
      'win@evil.io',
    ])
      expect(field.safeParse(link).success, `${name}: ${link}`).toBe(false)
  }
})
