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
          text: 'Without an answer by then it pauses your payouts.',
          action: 'Continue with Stripe',
          href: settings,
        }
  if (status === 'none' || status === 'pending')
    return {
      tone: 'warning',
      title: 'You cannot be paid out yet',
      text: 'What you earn is kept for you until your account is connected.',
      action: status === 'pending' ? 'Continue with Stripe' : 'Connect a bank account',
      href: settings,
    }
  return restrictedWords[blockedBy ?? 'questions']
}

const restrictedWords: Record<NonNullable<PayoutAccountView['blockedBy']>, NoticeWords> = {
  questions: {
    tone: 'error',
    title: 'Stripe has paused your payouts',
    text: 'It needs something from you. What you earn is kept for you and goes out when you have answered.',
    action: 'Continue with Stripe',
    href: settings,
  },
  review: {
    tone: 'warning',
    title: 'Stripe is checking your account',
    text: 'Your payouts are paused until it is done; you need not do anything. What you earn is kept for you.',
    action: null,
    href: settings,
  },
  rejected: {
    tone: 'error',
    title: 'Stripe no longer pays out to your account',
    text: 'What you earn is kept for you. Write to us, so that we find out together how you can be paid.',
    action: 'Write to us',
    href: '/support',
  },
}
