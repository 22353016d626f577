import { defineMessageKind } from '#features/notifications/kind.ts'
import { defineLetter } from '#features/notifications/letter.ts'
import { button, link, page, paragraph } from '#features/notifications/letter-markup.ts'

/** What a new coach reads. */

export const coachLiveKind = defineMessageKind({ id: 'coach_live', goodForDays: 7 })

export const onboardingKinds = [coachLiveKind]

export const coachLive = defineLetter({
  key: 'coach-live',
  needs: ['profile_url'],
  variables: ['full_name', 'city', 'profile_url', 'bank_account_url', 'hours_url', 'portrait_url'],
  readerName: 'full_name',
  email: {
    name: 'Live: to a new coach',
    subject: 'You are live on {{site_name}}',
    html: page('Students can book you now', [
      paragraph(
        'Hello {{full_name}}, your profile is live: students near {{city}} can find you and book your open times.',
      ),
      paragraph(
        'What comes next: connect a bank account, so that we can send you your share of each lesson.',
      ),
      button('Connect your bank account', 'bank_account_url'),
      paragraph(
        `Then look over ${link('your hours', 'hours_url')}: students book what is open there. And ${link('add a portrait', 'portrait_url')}: people book a face.`,
      ),
      paragraph(`${link('See your profile', 'profile_url')} as students see it.`),
    ]),
  },
})

export const onboardingLetters = [coachLive]
