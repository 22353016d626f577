import { defineMessageKind } from '#features/notifications/kind.ts'
import { defineLetter } from '#features/notifications/letter.ts'
import { button, page, paragraph } from '#features/notifications/letter-markup.ts'

/** Announces a change of the terms. Sent to everyone, regardless of notification preferences. */
export const termsChangeKind = defineMessageKind({ id: 'terms_change' })

export const termsKinds = [termsChangeKind]

export const termsChange = defineLetter({
  key: 'terms-change',
  needs: ['summary', 'terms_url'],
  variables: ['day', 'summary', 'terms_url'],
  email: {
    name: 'The terms of service change',
    subject: 'Our terms change on {{day}}',
    html: page('Our terms change on {{day}}', [
      paragraph('{{summary}}'),
      paragraph(
        'Until then the terms you know hold, and lessons you pay for before that day keep them. You need not do anything.',
      ),
      button('Read the new terms', 'terms_url'),
      paragraph('If you do not agree with them, you can delete your account in your settings.'),
    ]),
  },
  sample: {
    title: 'The terms of service change in a month',
    to: 'anybody',
    kind: termsChangeKind,
    values: (appUrl) => ({
      day: 'March 1, 2027',
      summary: 'Refunds leave two days sooner, and a coach may ask for a note before a first lesson.',
      terms_url: `${appUrl}/terms?version=2027-03-01`,
    }),
  },
})

export const termsLetters = [termsChange]
