import { formatDay } from '#platform/time.ts'
import { Alert } from '#ui/alert.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import type { PayoutAccountView } from '../schema.ts'

/** What a coach must know of her account before she reads what she earned; nothing when she is paid and nothing is asked. */
export function AccountNotice({
  account,
  className,
  inSettings = false,
}: {
  account: PayoutAccountView
  className?: string
  /** The page is the one that its button would lead to. */
  inSettings?: boolean
}) {
  const words = noticeWords(account)
  if (!words) return null
  return (
    <Alert
      tone={words.tone}
      title={words.title}
      className={className}
      action={
        words.action && !(inSettings && words.href === settings) ? (
          <LinkButton href={words.href} size="sm" variant="brand">
            {words.action}
          </LinkButton>
        ) : undefined
      }
    >
      {words.text}
    </Alert>
  )
}

interface NoticeWords {
  tone: 'warning' | 'error' | 'info'
  title: string
  text: string
  action: string | null
  href: string
}

const settings = '/payment-settings'

function noticeWords({ status, blockedBy, answerBy, zone }: PayoutAccountView): NoticeWords | null {
  if (status === 'active')
    return answerBy === null
      ? null
      : {
          tone: 'info',
          title: `Stripe needs something from you by ${formatDay(answerBy, zone)}`,
          text: 'Otherwise, Stripe will pause your payouts.',
          action: 'Continue with Stripe',
          href: settings,
        }
  if (status === 'pending' && blockedBy === 'review') return restrictedWords.review
  if (status === 'none' || status === 'pending')
    return {
      tone: 'warning',
      title: 'You cannot be paid out yet',
      text: 'Your earnings are held until your account is connected.',
      action: status === 'pending' ? 'Continue with Stripe' : 'Connect a bank account',
      href: settings,
    }
  return restrictedWords[blockedBy ?? 'questions']
}

const restrictedWords: Record<NonNullable<PayoutAccountView['blockedBy']>, NoticeWords> = {
  questions: {
    tone: 'error',
    title: 'Stripe has paused your payouts',
    text: 'Stripe needs more information from you. Your earnings are held until you provide it.',
    action: 'Continue with Stripe',
    href: settings,
  },
  review: {
    tone: 'warning',
    title: 'Stripe is checking your account',
    text: 'Your payouts are paused until the review is complete. You do not need to do anything, and your earnings are held for you.',
    action: null,
    href: settings,
  },
  rejected: {
    tone: 'error',
    title: 'Stripe no longer pays out to your account',
    text: 'Your earnings are held for you. Contact us so that we can arrange your payout.',
    action: 'Contact us',
    href: '/support',
  },
}
