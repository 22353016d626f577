import { DAY, HOUR, people, type Sample, type SampleGroup, type SampleWorld } from '#app/letters/sample.ts'
import { promisesText } from '#features/accounts/admin-acts/suspension.ts'
import {
  accountClaimed,
  accountClosed,
  accountLinkKind,
  accountNewsKind,
  accountSuspended,
  emailChanged,
  linkLetter,
  passwordChanged,
  secondFactorOff,
  secondFactorOn,
  suspensionLifted,
  welcome,
  welcomeCoach,
  welcomeKind,
} from '#features/accounts/letters.ts'
import { coachNeeded, coachNeededKind } from '#features/assistant/letters.ts'
import { clipKind, newClips } from '#features/clips/letters.ts'
import { refundKind } from '#features/lesson-letters/notification-kinds.ts'
import { newMessage, newMessageKind, newMessages } from '#features/messages/letters.ts'
import { fillIn, type Letter } from '#features/notifications/letter.ts'
import { textsOn, textsOnKind } from '#features/notifications/letters.ts'
import { liveLetter } from '#features/onboarding/emails.ts'
import { coachLiveKind } from '#features/onboarding/letters.ts'
import { calendarReconnectLetter, calendarTroubleLetter } from '#features/other-calendars/emails.ts'
import { calendarReconnectKind, calendarTroubleKind } from '#features/other-calendars/letters.ts'
import { requestLetter } from '#features/own-profile/emails.ts'
import { profileRequestKind } from '#features/own-profile/letters.ts'
import { accountLetter, restrictedWords } from '#features/payouts/account-emails.ts'
import { payoutNewsLetter } from '#features/payouts/emails.ts'
import { payoutAccountKind, payoutKind } from '#features/payouts/letters.ts'
import { type ProposalNews, proposalLetter } from '#features/proposals/emails.ts'
import { proposalKind } from '#features/proposals/letters.ts'
import { type PackageNews, packageLetters, packageRefundLetter } from '#features/proposals/packages/emails.ts'
import { trialInterestLetter } from '#features/prospects/emails.ts'
import { trialInterestKind } from '#features/prospects/letters.ts'
import { supportAnswer, supportAnswerVisitor, ticketReplyKind } from '#features/support/letters.ts'
import { workspaceNews, workspaceNewsKind } from '#features/workspaces/letters.ts'
import type { MessageKind } from '#platform/message-kind.ts'
import { formatMoment } from '#platform/time.ts'

/** Every letter that is not about one lesson. */
export function otherSamples({ env, now }: SampleWorld): SampleGroup[] {
  const { appUrl } = env
  const sample = (to: Sample['to'], kind: MessageKind, title: string, letter: Letter): Sample => ({
    title,
    to,
    kind,
    letter,
  })
  const conversation_url = `${appUrl}/inbox?conversation=${people.conversationId}`
  const first = 'Could we start a little later on Thursday, at ten?'
  const message = (to: 'student' | 'coach', sender_name: string, title: string) =>
    sample(
      to,
      newMessageKind,
      title,
      fillIn(newMessage, { sender_name, message_count: '1', message_text: first, conversation_url }),
    )
  const digest = (to: 'student' | 'coach', sender_name: string) =>
    sample(
      to,
      newMessageKind,
      'Several messages, told together',
      fillIn(newMessages, {
        sender_name,
        message_count: '3',
        message_text: `${first}\nOr on Friday?\nSent a picture or video`,
        conversation_url,
      }),
    )

  const told = {
    instructorId: people.coachId,
    studentId: people.coachId,
    version: 1,
    coachLabel: people.coach,
    studentName: people.student,
    title: 'Short game package',
    lessons: 5,
    durationMinutes: 60,
    priceCents: 43_333,
    zone: people.zone,
    times: [0, 1].map((day) => Math.ceil(now / DAY) * DAY + (4 + day) * DAY + 14.5 * HOUR),
    closesAt: Math.ceil(now / HOUR) * HOUR + 72 * HOUR,
    acceptedStart: null,
    changeRequest: 'Could it be Sunday afternoons instead?',
  }
  const proposal = (news: ProposalNews, title: string) => {
    const { to, letter } = proposalLetter(appUrl, news, told)
    return sample(to, proposalKind, title, letter)
  }
  const bundle = {
    coachLabel: people.coach,
    studentName: people.student,
    title: told.title,
    lessons: 5,
    available: 2,
    zone: people.zone,
    expiresAt: now + 14 * DAY,
    now,
  }
  const ofPackage = (title: string, news: PackageNews) => {
    const { student, coach } = packageLetters(appUrl, bundle, news)
    return [
      sample('student', proposalKind, title, student.letter),
      ...(coach ? [sample('coach', proposalKind, title, coach.letter)] : []),
    ]
  }
  const ended = { news: 'ended', refundCents: 13_867, shareCents: 3_120 } as const
  const answer = {
    name: people.student,
    subject: 'Chat Support Request',
    answer: 'You can move a lesson on its page until the day before.\n\nJordan, Greenside',
    question: 'How do I move a lesson?',
  }
  const full_name = people.student
  const new_email = 'sam.rivera@example.com'
  const changed_at = formatMoment(now, people.zone)
  const names = { full_name, new_email }
  const reset_page_url = `${appUrl}/reset-password`
  const changed = { full_name, changed_at, reset_page_url }
  const link = (page: string) => `${appUrl}${page}?token=sample`
  const account = (title: string, kind: MessageKind, letter: Letter) => sample('anybody', kind, title, letter)

  const request = (
    title: string,
    answer: Pick<Parameters<typeof requestLetter>[1], 'of' | 'name' | 'refusal'>,
  ) =>
    sample(
      'coach',
      profileRequestKind,
      title,
      requestLetter(appUrl, { coachId: people.coachId, coachName: people.coachName, ...answer }),
    )

  return [
    {
      name: 'Certificates and imported reviews',
      samples: [
        request('A certificate is checked', { of: 'check', name: 'PGA Class A', refusal: null }),
        request('A certificate is refused', {
          of: 'check',
          name: 'PGA Class A',
          refusal: 'The card you sent ran out in March. Please send the new one.',
        }),
        request('An imported review is shown', { of: 'review', name: 'Denise G.', refusal: null }),
        request('An imported review is refused', {
          of: 'review',
          name: 'Denise G.',
          refusal: 'We could not find it in the newsletter you named.',
        }),
      ],
    },
    {
      name: 'Workspaces',
      samples: [
        sample(
          'student',
          workspaceNewsKind,
          'What the coach did, told together',
          fillIn(workspaceNews, {
            other_name: people.coach,
            news: `${people.coach} shared notes on the lesson: 60-minute Lesson\n${people.coach} assigned a drill: Gate drill`,
            workspace_url: `${appUrl}/student-collaborate?coach=${people.coachId}`,
          }),
        ),
      ],
    },
    {
      name: 'Messages',
      samples: [
        message('student', people.coach, 'The coach wrote'),
        message('student', `AI Caddie for ${people.coach}`, 'AI Caddie answered for the coach'),
        message('coach', people.student, 'The student wrote'),
        digest('student', people.coach),
        digest('coach', people.student),
        sample(
          'coach',
          clipKind,
          'New clips, drawings and comments',
          fillIn(newClips, {
            author_name: people.student,
            what_is_new: '1 clip and 2 drawings',
            clip_url: `${appUrl}/clips`,
          }),
        ),
        sample(
          'coach',
          coachNeededKind,
          'AI Caddie leaves a question to the coach',
          fillIn(coachNeeded, {
            coach_name: people.coachName,
            student_name: people.student,
            reason: 'The student asked for you',
            conversation_url,
          }),
        ),
      ],
    },
    {
      name: 'Proposals and packages',
      samples: [
        proposal('proposed', 'Proposed'),
        proposal('revised', 'Changed by the coach'),
        proposal('reminder', 'Still open, soon to end'),
        proposal('withdrawn', 'Withdrawn'),
        proposal('changes_requested', 'The student asks for changes'),
        proposal('declined', 'Declined'),
        proposal('expired', 'Expired'),
        ...ofPackage('Lessons left, soon to expire', { news: 'reminder' }),
        ...ofPackage('Package ended by the student', { ...ended, reason: 'student' }),
        ...ofPackage('Package ended by the coach', {
          ...ended,
          reason: 'coach',
          refundCents: 17_333,
          shareCents: 0,
        }),
        ...ofPackage('Package ended by Greenside', {
          ...ended,
          reason: 'admin',
          refundCents: 17_333,
          shareCents: 0,
        }),
        ...ofPackage('Package expired', { ...ended, reason: 'expired' }),
        sample(
          'student',
          refundKind,
          'Support refunds a part of a package',
          packageRefundLetter(appUrl, bundle, { cents: 8_666, priceCents: told.priceCents }),
        ),
        sample(
          'coach',
          payoutKind,
          'The share of an ended package is sent',
          payoutNewsLetter(people.coach, {
            headline: '$31.20 is on its way to you',
            message: `Your share of what was not refunded of the package “${told.title}” of ${people.student} was sent to your payout account.`,
            earnings_url: `${appUrl}/earnings-payouts`,
          }),
        ),
        sample(
          'coach',
          payoutKind,
          'A part of a share is taken back',
          payoutNewsLetter(people.coach, {
            headline: '$18.00 is taken back from your payout account',
            message: `The payment for the lesson with ${people.student}, ${formatMoment(told.times[0] ?? now, people.zone)} was refunded after your share had been sent. Your part of the refund is $18.00.`,
            earnings_url: `${appUrl}/earnings-payouts`,
          }),
        ),
        sample(
          'coach',
          payoutAccountKind,
          'Stripe pauses the payouts',
          accountLetter(appUrl, people.coach, restrictedWords.questions),
        ),
      ],
    },
    {
      name: 'Calendars',
      samples: [
        sample(
          'coach',
          calendarTroubleKind,
          'A calendar is out of reach',
          calendarTroubleLetter(
            appUrl,
            people.coach,
            'Family',
            'There is nothing at this address any more. Copy it anew from your calendar.',
          ),
        ),
        sample(
          'coach',
          calendarReconnectKind,
          'Google Calendar to connect again',
          calendarReconnectLetter(appUrl, people.coach, 'maya.bennett@gmail.com'),
        ),
      ],
    },
    {
      name: 'Support',
      samples: [
        sample(
          'anybody',
          ticketReplyKind,
          'An answer to a member',
          fillIn(supportAnswer, { ...answer, ticket_url: `${appUrl}/support` }),
        ),
        sample('visitor', ticketReplyKind, 'An answer to a visitor', fillIn(supportAnswerVisitor, answer)),
      ],
    },
    {
      name: 'Free trial',
      samples: [
        sample(
          'anybody',
          trialInterestKind,
          'To Greenside: somebody asked for the free trial',
          trialInterestLetter(
            {
              fullName: 'Jordan Ellis',
              email: 'jordan@example.com',
              phone: '(704) 555-0152',
              businessName: 'Ellis Golf Academy',
              message: 'There are three of us. Could we share one calendar?',
            },
            now,
          ),
        ),
      ],
    },
    {
      name: 'Accounts',
      samples: [
        sample('student', welcomeKind, 'A new student', fillIn(welcome, { full_name })),
        sample(
          'coach',
          welcomeKind,
          'A new account on the way to becoming a coach',
          fillIn(welcomeCoach, {
            full_name: people.coachName,
            onboarding_url: `${appUrl}/instructor-onboarding`,
          }),
        ),
        sample(
          'coach',
          coachLiveKind,
          'The profile is live',
          liveLetter(appUrl, { userId: people.coachId, fullName: people.coachName, city: 'Charlotte' }),
        ),
        account(
          'Confirm the address',
          accountLinkKind,
          linkLetter('email-verification', names, link('/verify-email')),
        ),
        account(
          'A new password was asked for',
          accountLinkKind,
          linkLetter('password-reset', names, link('/reset-password')),
        ),
        account(
          'A sign-in link was asked for',
          accountLinkKind,
          linkLetter('magic-link', names, link('/magic-link-login')),
        ),
        account(
          'A first mailed link was used where nobody was signed in',
          accountNewsKind,
          fillIn(accountClaimed, {
            removed: 'signed-in devices, the password, webhooks',
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
        account('Two-step sign-in turned on', accountNewsKind, fillIn(secondFactorOn, changed)),
        account('Two-step sign-in turned off', accountNewsKind, fillIn(secondFactorOff, changed)),
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
        sample('anybody', textsOnKind, 'Texts turned on', fillIn(textsOn, {})),
      ],
    },
  ]
}
