import { fillIn, type Letter } from '#features/notifications/letter.ts'
import { people, type SampleGroup, type SampleWorld, sampleOf } from '#features/notifications/sample.ts'
import type { MessageKind } from '#platform/message-kind.ts'
import { formatMoment } from '#platform/time.ts'
import { promisesText } from './admin-acts/suspension.ts'
import {
  accountChanges,
  accountClaimed,
  accountClosed,
  accountLinkKind,
  accountNewsKind,
  accountSuspended,
  alsoEndedText,
  emailChanged,
  linkLetter,
  passwordChanged,
  secondFactorOff,
  secondFactorOn,
  signedOutByAdmin,
  signInMethodAdded,
  signInMethodRemoved,
  suspensionLifted,
  welcome,
  welcomeCoach,
  welcomeKind,
} from './letters.ts'

export function accountSamples({ env: { appUrl }, now }: SampleWorld): SampleGroup[] {
  const full_name = people.student
  const new_email = 'sam.rivera@example.com'
  const changed_at = formatMoment(now, people.zone)
  const names = { full_name, new_email }
  const reset_page_url = `${appUrl}/reset-password`
  const changed = { full_name, changed_at, reset_page_url }
  const link = (page: string) => `${appUrl}${page}?token=sample`
  const account = (title: string, kind: MessageKind, letter: Letter) =>
    sampleOf('anybody', kind, title, letter)
  return [
    {
      name: 'Accounts',
      samples: [
        sampleOf('student', welcomeKind, 'A new student', fillIn(welcome, { full_name })),
        sampleOf(
          'coach',
          welcomeKind,
          'A new account on the way to becoming a coach',
          fillIn(welcomeCoach, {
            full_name: people.coachName,
            onboarding_url: `${appUrl}/instructor-onboarding`,
          }),
        ),
        account(
          'Confirm the address',
          accountLinkKind,
          linkLetter('email-verification', names, link('/verify-email')),
        ),
        account(
          'A new password was requested',
          accountLinkKind,
          linkLetter('password-reset', names, link('/reset-password')),
        ),
        account(
          'A sign-in link was requested',
          accountLinkKind,
          linkLetter('magic-link', names, link('/magic-link-login')),
        ),
        account(
          'A first emailed link was used without being signed in',
          accountNewsKind,
          fillIn(accountClaimed, {
            removed: 'signed-in devices, the password and webhooks',
            reset_page_url,
          }),
        ),
        account(
          'A new address: to the new one',
          accountLinkKind,
          linkLetter('email-change', names, link('/confirm-email')),
        ),
        account(
          'A new address: to the old one',
          accountNewsKind,
          fillIn(emailChanged, { full_name, new_email, changed_at }),
        ),
        account(
          'The password was changed',
          accountNewsKind,
          fillIn(passwordChanged, {
            full_name,
            changed_at,
            also_ended: 'Your other devices were signed out.',
            reset_page_url,
          }),
        ),
        account(
          'An admin signed the person out everywhere',
          accountNewsKind,
          fillIn(signedOutByAdmin, {
            full_name,
            account_change: accountChanges.signedOut,
            changed_at,
            also_ended: alsoEndedText('Your devices were signed out.', ['webhooks', 'text messages']),
            login_url: `${appUrl}/login`,
          }),
        ),
        account('Two-step sign-in turned on', accountNewsKind, fillIn(secondFactorOn, changed)),
        account('Two-step sign-in turned off', accountNewsKind, fillIn(secondFactorOff, changed)),
        account(
          'A way to sign in was added',
          accountNewsKind,
          fillIn(signInMethodAdded, { ...changed, method: 'the passkey “Chrome on a Mac”' }),
        ),
        account(
          'A way to sign in was removed',
          accountNewsKind,
          fillIn(signInMethodRemoved, { ...changed, method: `Google (${new_email})` }),
        ),
        account(
          'The account is deleted',
          accountNewsKind,
          fillIn(accountClosed, { full_name, what_ended: '' }),
        ),
        account(
          'The account is suspended',
          accountNewsKind,
          fillIn(accountSuspended, { full_name, promises: promisesText.cancel }),
        ),
        account(
          'The suspension is lifted',
          accountNewsKind,
          fillIn(suspensionLifted, { full_name, login_url: `${appUrl}/login` }),
        ),
      ],
    },
  ]
}
