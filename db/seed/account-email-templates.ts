import { button, type EmailTemplate, page, paragraph } from './email-templates.ts'

/** What people are told about their accounts, beside the welcome, the confirmation of an address and the new password. */
export const accountEmailTemplates: readonly EmailTemplate[] = [
  {
    key: 'magic-link',
    name: 'Sign-in link',
    subject: 'Your sign-in link',
    html: page('Straight to the first tee', [
      paragraph('Hello {{full_name}}, here is the link you asked for. No password needed.'),
      button('Sign in', 'login_url'),
      paragraph(
        'It works once, for 15 minutes. If you did not ask for it, leave it alone and nothing happens.',
      ),
    ]),
  },
  {
    key: 'email-change',
    name: 'Confirm a new email address',
    subject: 'Confirm your new email address',
    html: page('A new address for your account', [
      paragraph(
        'Hello {{full_name}}, {{new_email}} is to become the address of your account. Confirm it and everything we send goes there from now on.',
      ),
      button('Use this address', 'confirmation_url'),
      paragraph('The link works once, for a day. If this was not you, leave it alone and nothing changes.'),
    ]),
  },
  {
    key: 'email-changed',
    name: 'Email address changed: to the old address',
    subject: 'Your email address was changed',
    html: page('Your account has a new address', [
      paragraph(
        'Hello {{full_name}}, from now on we write to {{new_email}}. This is the last letter to the old address.',
      ),
      paragraph(
        'If you did not change it, write to {{support_email}} right away: we can put it back, and we would rather hear from you once too often.',
      ),
    ]),
  },
  {
    key: 'password-changed',
    name: 'Password changed',
    subject: 'Your password was changed',
    html: page('A new password', [
      paragraph('Hello {{full_name}}, the password of your account was changed a moment ago.'),
      paragraph('If that was you, all is well. If not, choose a new one now: it signs everybody else out.'),
      button('Choose a new password', 'reset_page_url'),
    ]),
  },
  {
    key: 'second-factor-on',
    name: 'Two-step sign-in turned on',
    subject: 'Two-step sign-in is on',
    html: page('Two steps from now on', [
      paragraph(
        'Hello {{full_name}}, from now on a code of your app is asked for when you sign in. Keep your backup codes where you find them without your phone.',
      ),
      paragraph(
        'If that was not you, choose a new password now: it signs everybody else out. Then write to {{support_email}}.',
      ),
      button('Choose a new password', 'reset_page_url'),
    ]),
  },
  {
    key: 'second-factor-off',
    name: 'Two-step sign-in turned off',
    subject: 'Two-step sign-in is off',
    html: page('Only your password from now on', [
      paragraph(
        'Hello {{full_name}}, two-step sign-in was turned off: your password alone opens your account.',
      ),
      paragraph(
        'If that was not you, choose a new password now, which signs everybody else out, and turn it on again.',
      ),
      button('Choose a new password', 'reset_page_url'),
    ]),
  },
  {
    key: 'account-closed',
    name: 'Account deleted',
    subject: 'Your account is deleted',
    html: page('Fairways and following winds', [
      paragraph(
        'Hello {{full_name}}, your account is deleted and your name is gone from it. What the law wants us to keep, the records of payments, stays without it.',
      ),
      paragraph('Thank you for the rounds. The door stays open.'),
    ]),
  },
]
