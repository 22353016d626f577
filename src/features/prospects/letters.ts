import { defineMessageKind } from '#features/notifications/kind.ts'
import { defineLetter } from '#features/notifications/letter.ts'
import { facts, page, paragraph } from '#features/notifications/letter-markup.ts'

/** The email to staff about a request for a free trial. */

export const trialInterestKind = defineMessageKind({ id: 'trial_interest' })

export const prospectKinds = [trialInterestKind]

export const trialInterest = defineLetter({
  key: 'trial-interest',
  needs: ['full_name', 'email'],
  variables: ['full_name', 'email', 'phone', 'business_name', 'message', 'answer_by'],
  email: {
    name: 'Free trial: to the Greenside team',
    subject: 'Free trial: {{full_name}} would like to start',
    html: page('Somebody asked for the 30-day free trial', [
      paragraph('We promised to get in touch by {{answer_by}}.'),
      facts([
        ['Name', '{{full_name}}'],
        ['Email', '{{email}}'],
        ['Phone', '{{phone}}'],
        ['Business', '{{business_name}}'],
      ]),
      paragraph('<span style="white-space:pre-line">{{message}}</span>'),
    ]),
  },
})

export const prospectLetters = [trialInterest]
