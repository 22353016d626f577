import { z } from 'zod'
import { defineMessageKind } from '#features/notifications/kind.ts'
import { defineLetter, fillIn, type Letter } from '#features/notifications/letter.ts'
import { button, page, paragraph } from '#features/notifications/letter-markup.ts'
import { listOf } from '#platform/words.ts'
import type { LinkPurpose } from './links/link.ts'
import { isLinkGood } from './links/queries.ts'

/** Emails about accounts. */

const otherwiseIgnore = 'If you did not ask for this, ignore this email: nothing changes.'

/** An email with a single-use link. */
export const accountLinkKind = defineMessageKind({
  id: 'account_link',
  provesMailbox: true,
  about: z.object({ what: z.literal('link'), tokenHash: z.string() }),
  check: async ({ db, clock }, { tokenHash }) => ({
    why: (await isLinkGood(db, tokenHash, clock.now())) ? null : 'the link was used or has expired',
  }),
})

/** Reports a change to an account. */
export const accountNewsKind = defineMessageKind({ id: 'account_news' })

export const welcomeKind = defineMessageKind({ id: 'welcome', goodForDays: 7 })

export const accountKinds = [accountLinkKind, accountNewsKind, welcomeKind]

export const welcome = defineLetter({
  key: 'welcome',
  needs: [],
  variables: ['full_name'],
  readerName: 'full_name',
  toUnconfirmed: true,
  email: {
    name: 'Welcome: to a student',
    subject: 'Welcome to {{site_name}}',
    html: page('Welcome to {{site_name}}', [
      paragraph('Hello {{full_name}}, your account is ready.'),
      paragraph(
        'Search by ZIP code, see who teaches near you and which times are open, and book a lesson in a minute.',
      ),
      button('Find a coach', 'app_url'),
    ]),
  },
})

export const welcomeCoach = defineLetter({
  key: 'welcome-coach',
  needs: ['onboarding_url'],
  variables: ['full_name', 'onboarding_url'],
  readerName: 'full_name',
  toUnconfirmed: true,
  email: {
    name: 'Welcome: to a coach-to-be',
    subject: 'Welcome to {{site_name}}',
    html: page('Welcome to {{site_name}}', [
      paragraph('Hello {{full_name}}, your account is ready. The next step is your profile.'),
      paragraph(
        'You tell us where and when you teach and what a lesson costs. When you go live, students near you can find and book you.',
      ),
      button('Set up your profile', 'onboarding_url'),
      paragraph('You can stop at any step: what you have typed is kept.'),
    ]),
  },
})

export const emailVerification = defineLetter({
  key: 'email-verification',
  needs: ['verification_url'],
  variables: ['full_name', 'new_email', 'verification_url'],
  readerName: 'full_name',
  toUnconfirmed: true,
  email: {
    name: 'Confirm your email address',
    subject: 'Confirm your email address',
    html: page('Confirm your email', [
      paragraph(
        'Hello {{full_name}}, please confirm that {{new_email}} is your address, so that lesson times and receipts reach you.',
      ),
      button('Confirm my address', 'verification_url'),
      paragraph(
        'The link works once, for seven days. If you did not open an account with us, ignore this email.',
      ),
    ]),
  },
})

export const passwordReset = defineLetter({
  key: 'password-reset',
  needs: ['reset_url'],
  variables: ['full_name', 'new_email', 'reset_url'],
  readerName: 'full_name',
  email: {
    name: 'Choose a new password',
    subject: 'Choose a new password',
    html: page('Choose a new password', [
      paragraph('Hello {{full_name}}, we were asked for a new password for your account.'),
      button('Choose a new password', 'reset_url'),
      paragraph(`The link works once, for an hour. ${otherwiseIgnore}`),
    ]),
  },
})

export const magicLink = defineLetter({
  key: 'magic-link',
  needs: ['login_url'],
  variables: ['full_name', 'new_email', 'login_url'],
  readerName: 'full_name',
  email: {
    name: 'Sign-in link',
    subject: 'Your sign-in link',
    html: page('Your sign-in link', [
      paragraph('Hello {{full_name}}, here is the link you asked for. You need no password.'),
      button('Sign in', 'login_url'),
      paragraph(`The link works once, for 15 minutes. ${otherwiseIgnore}`),
    ]),
  },
})

export const accountClaimed = defineLetter({
  key: 'account-claimed',
  needs: ['reset_page_url'],
  variables: ['removed', 'reset_page_url'],
  email: {
    name: 'Account claimed by a first mailed link',
    subject: 'This account is yours now',
    html: page('Your address is confirmed', [
      paragraph(
        'You used a link that we sent to this address for the first time. Until then we could not know who had opened the account. We ended or removed what was set up before: {{removed}}.',
      ),
      paragraph('Choose a password of your own, or keep signing in by email.'),
      button('Choose a password', 'reset_page_url'),
    ]),
  },
})

export const emailChange = defineLetter({
  key: 'email-change',
  needs: ['confirmation_url'],
  variables: ['full_name', 'new_email', 'confirmation_url'],
  readerName: 'full_name',
  email: {
    name: 'Confirm a new email address',
    subject: 'Confirm your new email address',
    html: page('Confirm your new email address', [
      paragraph(
        'Hello {{full_name}}, we were asked to change the email address of your account to {{new_email}}. Confirm it, and everything we send goes there from then on.',
      ),
      button('Use this address', 'confirmation_url'),
      paragraph(`The link works once, for a day. ${otherwiseIgnore}`),
    ]),
  },
})

export const emailChanged = defineLetter({
  key: 'email-changed',
  needs: ['new_email'],
  variables: ['full_name', 'new_email', 'changed_at'],
  readerName: 'full_name',
  email: {
    name: 'Email address changed: to the old address',
    subject: 'Your email address was changed',
    html: page('Your email address was changed', [
      paragraph(
        'Hello {{full_name}}, the email address of your account was changed to {{new_email}} on {{changed_at}}. This is our last email to the old address.',
      ),
      paragraph('If you did not change it, write to {{support_email}} right away.'),
    ]),
  },
})

export const passwordChanged = defineLetter({
  key: 'password-changed',
  needs: ['reset_page_url'],
  variables: ['full_name', 'changed_at', 'also_ended', 'reset_page_url'],
  readerName: 'full_name',
  email: {
    name: 'Password changed',
    subject: 'Your password was changed',
    html: page('Your password was changed', [
      paragraph('Hello {{full_name}}, the password of your account was changed on {{changed_at}}.'),
      paragraph('{{also_ended}}'),
      paragraph('If you did not change it, choose a new one now. Everybody else is signed out then.'),
      button('Choose a new password', 'reset_page_url'),
    ]),
  },
})

export const signedOutByAdmin = defineLetter({
  key: 'signed-out-by-admin',
  needs: ['login_url'],
  variables: ['full_name', 'account_change', 'changed_at', 'also_ended', 'login_url'],
  readerName: 'full_name',
  email: {
    name: 'Signed out everywhere by an admin',
    subject: 'You were signed out everywhere',
    html: page('You were signed out everywhere', [
      paragraph('Hello {{full_name}}, {{account_change}} on {{changed_at}}.'),
      paragraph('{{also_ended}}'),
      paragraph('If you did not expect this, write to {{support_email}}.'),
      button('Sign in', 'login_url'),
    ]),
  },
})

/** What an admin did, for {@link signedOutByAdmin}. */
export const accountChanges = {
  signedOut: 'our team ended your sessions',
  secondFactorRemoved: 'our team removed two-step sign-in and all passkeys from your account',
  adminAdded: 'your account became an admin account',
  adminRemoved: 'the admin role of your account was removed',
}

/** @param devices which devices were signed out @param ended access that ended in addition to sessions */
export const alsoEndedText = (devices: string, ended: readonly string[]) =>
  ended.length > 0
    ? `${devices} This ended as well: ${listOf(ended)}. Check them in Settings and set up again what you use.`
    : devices

export const secondFactorOn = defineLetter({
  key: 'second-factor-on',
  needs: ['reset_page_url'],
  variables: ['full_name', 'changed_at', 'reset_page_url'],
  readerName: 'full_name',
  email: {
    name: 'Two-step sign-in turned on',
    subject: 'Two-step sign-in is on',
    html: page('Two-step sign-in is on', [
      paragraph(
        'Hello {{full_name}}, two-step sign-in was turned on, on {{changed_at}}. From now on we ask for a code from your app when you sign in. Keep your backup codes where you can find them without your phone.',
      ),
      paragraph(
        'If you did not turn it on, choose a new password now. Everybody else is signed out then. Then write to {{support_email}}.',
      ),
      button('Choose a new password', 'reset_page_url'),
    ]),
  },
})

export const secondFactorOff = defineLetter({
  key: 'second-factor-off',
  needs: ['reset_page_url'],
  variables: ['full_name', 'changed_at', 'reset_page_url'],
  readerName: 'full_name',
  email: {
    name: 'Two-step sign-in turned off',
    subject: 'Two-step sign-in is off',
    html: page('Two-step sign-in is off', [
      paragraph(
        'Hello {{full_name}}, two-step sign-in was turned off, on {{changed_at}}. From now on your password alone is enough to sign in.',
      ),
      paragraph(
        'If you did not turn it off, choose a new password now. Everybody else is signed out then. Then turn it on again.',
      ),
      button('Choose a new password', 'reset_page_url'),
    ]),
  },
})

const methodChange = {
  needs: ['reset_page_url'],
  variables: ['full_name', 'method', 'changed_at', 'reset_page_url'],
  readerName: 'full_name',
} as const

export const signInMethodAdded = defineLetter({
  key: 'sign-in-method-added',
  ...methodChange,
  email: {
    name: 'A way to sign in was added',
    subject: 'A way to sign in was added to your account',
    html: page('A way to sign in was added', [
      paragraph(
        'Hello {{full_name}}, {{method}} was added to your account on {{changed_at}}. From now on it signs you in.',
      ),
      paragraph(
        'If you did not add it, choose a new password now, then remove it in Profile Settings. Then write to {{support_email}}.',
      ),
      button('Choose a new password', 'reset_page_url'),
    ]),
  },
})

export const signInMethodRemoved = defineLetter({
  key: 'sign-in-method-removed',
  ...methodChange,
  email: {
    name: 'A way to sign in was removed',
    subject: 'A way to sign in was removed from your account',
    html: page('A way to sign in was removed', [
      paragraph(
        'Hello {{full_name}}, {{method}} was removed from your account on {{changed_at}}. It does not sign you in any more.',
      ),
      paragraph(
        'If you did not remove it, choose a new password now. Everybody else is signed out then. Then write to {{support_email}}.',
      ),
      button('Choose a new password', 'reset_page_url'),
    ]),
  },
})

export const accountClosed = defineLetter({
  key: 'account-closed',
  needs: [],
  variables: ['full_name', 'what_ended'],
  readerName: 'full_name',
  email: {
    name: 'Account deleted',
    subject: 'Your account is deleted',
    html: page('Your account is deleted', [
      paragraph(
        'Hello {{full_name}}, your account is deleted, as you asked. We must keep the records of payments; your name is no longer on them.',
      ),
      paragraph('{{what_ended}}'),
      paragraph('Thank you for playing with us. You can open a new account at any time.'),
    ]),
  },
})

export const accountSuspended = defineLetter({
  key: 'account-suspended',
  variables: ['full_name', 'promises'],
  needs: ['promises'],
  email: {
    name: 'Account suspended',
    subject: 'Your account is suspended',
    html: page('Your account is suspended', [
      paragraph(
        'Hello {{full_name}}, your account is suspended. Until that is lifted you can’t sign in, nothing can be booked with you or by you, and payouts wait.',
      ),
      paragraph('{{promises}}'),
      paragraph('Write to {{support_email}} if you have questions or think that this is a mistake.'),
    ]),
  },
})

export const suspensionLifted = defineLetter({
  key: 'suspension-lifted',
  variables: ['full_name', 'login_url'],
  needs: ['login_url'],
  email: {
    name: 'Suspension lifted',
    subject: 'Your account is open again',
    html: page('Your account is open again', [
      paragraph(
        'Hello {{full_name}}, the suspension of your account is lifted. Everything is as you left it, and payouts that waited are on their way.',
      ),
      button('Sign in', 'login_url'),
    ]),
  },
})

/** The email that contains a link. */
export function linkLetter(
  purpose: LinkPurpose,
  names: { full_name: string; new_email: string },
  url: string,
): Letter {
  switch (purpose) {
    case 'password-reset':
      return fillIn(passwordReset, { ...names, reset_url: url })
    case 'magic-link':
      return fillIn(magicLink, { ...names, login_url: url })
    case 'email-verification':
      return fillIn(emailVerification, { ...names, verification_url: url })
    case 'email-change':
      return fillIn(emailChange, { ...names, confirmation_url: url })
  }
}

export const accountLetters = [
  welcome,
  welcomeCoach,
  emailVerification,
  passwordReset,
  magicLink,
  accountClaimed,
  emailChange,
  emailChanged,
  passwordChanged,
  signedOutByAdmin,
  secondFactorOn,
  secondFactorOff,
  signInMethodAdded,
  signInMethodRemoved,
  accountClosed,
  accountSuspended,
  suspensionLifted,
]
