/** A guard that stops something in a state of an account. Where more than one place holds it, all of them are removed together. */
export interface StateGuard {
  /** What goes on working without it. */
  name: string
  parts: readonly { file: string; from: string; to: string }[]
}

const feature = (path: string, from: string, to: string) => ({ file: `src/features/${path}`, from, to })
const refusesWho = "if (!offer.mayTeach) return refused('coach_unavailable')"
const slotGateOfCoach = feature(
  'bookings/slots.ts',
  `version of the schedule.\n  ${refusesWho}`,
  'version of the schedule.',
)
const bookingOfCoach = feature('checkout/commands.ts', `resumed, too.\n  ${refusesWho}`, 'resumed, too.')
const withdrawal = 'withdrawProposalsOf,'

/** Every guard that the two tables of `tests/api/account-states.test.ts` and `student-states.test.ts` must notice. */
export const stateGuards: readonly StateGuard[] = [
  {
    name: 'search shows listed coaches',
    parts: [feature('search/statement.ts', '(c.is_listed or $2', '(c.is_visible or $2')],
  },
  {
    name: 'nearest coaches are listed',
    parts: [feature('search/six-nearest.ts', "'c.is_listed'", "'c.is_visible'")],
  },
  {
    name: 'profiles of listed coaches',
    parts: [feature('coaches/queries.ts', '          c.isListed,', '          c.isVisible,')],
  },
  {
    name: 'links to coaches who left lead nowhere',
    parts: [feature('coaches/queries.ts', '        isNull(profiles.closedAt),\n', '')],
  },
  {
    name: 'reviews of listed coaches',
    parts: [
      feature(
        'reviews/public-reviews.ts',
        'c.is_listed\n    where r.instructor_id',
        'c.is_visible\n    where r.instructor_id',
      ),
    ],
  },
  {
    name: 'search engine map lists listed coaches',
    parts: [
      feature('content/sitemap-entries.ts', 'instructorProfiles.isListed', 'instructorProfiles.isVisible'),
    ],
  },
  {
    name: 'quiz matches listed coaches',
    parts: [
      feature('match-quiz/candidates.ts', 'where c.is_listed and', 'where c.is_visible and'),
      feature('match-quiz/candidates.ts', '!schedule?.isListed ||', '!schedule ||'),
    ],
  },
  {
    name: 'open times of a coach who may teach',
    parts: [feature('checkout/open-times-api.ts', '!schedule?.mayTeach', '!schedule')],
  },
  {
    name: 'open times of a listed coach',
    parts: [
      feature(
        'checkout/open-times-api.ts',
        'if (!schedule.isListed && !isPromised',
        'if (!isPromised && false',
      ),
    ],
  },
  {
    name: 'quotes of a listed coach',
    parts: [
      feature('checkout/quote-api.ts', '!offer?.mayTeach', '!offer'),
      feature('checkout/quote-api.ts', 'const isSeen = offer.isListed', 'const isSeen = true'),
    ],
  },
  {
    name: 'prices of a listed coach',
    parts: [feature('checkout/quote-api.ts', '!offer?.isListed', '!offer')],
  },
  {
    name: 'holds with a listed coach',
    parts: [feature('checkout/may-book.ts', 'isListed: offer.isListed || isAgreed', 'isListed: true')],
  },
  {
    name: 'no real lessons of a demo coach',
    parts: [feature('checkout/may-book.ts', "if (offer.takesDemoBookings) return 'demo_only'", '')],
  },
  { name: 'slot gate asks the coach', parts: [slotGateOfCoach] },
  {
    name: 'slot gate asks the student',
    parts: [
      feature(
        'bookings/slots.ts',
        `(select is_open from profiles where id = \${studentId}::uuid) as may_book`,
        'true as may_book',
      ),
    ],
  },
  {
    name: 'lessons move to times of a coach who may teach',
    parts: [
      feature(
        'bookings/slots.ts',
        `Promise<{ ok: true } | Refused<SlotRefusal>> {\n  ${refusesWho}`,
        'Promise<{ ok: true } | Refused<SlotRefusal>> {',
      ),
      feature('bookings/reschedule/commands.ts', refusesWho, ''),
    ],
  },
  {
    name: 'credits are drawn from a coach who may teach',
    parts: [feature('proposals/packages/redemptions.ts', refusesWho, ''), slotGateOfCoach],
  },
  {
    name: 'holds end with a suspension',
    parts: [
      { file: 'src/app/reactions.ts', from: '    endHoldsOfSuspended,\n', to: '' },
      feature('checkout/lesson-sale.ts', ' &&\n    (await mayTakePlace(tx, payment.bookingId))\n', '\n'),
    ],
  },
  {
    name: 'late payments regain no lesson of a coach who may not teach',
    parts: [feature('checkout/lesson-sale.ts', '(await mayTakePlace(tx, payment.bookingId)) && ', '')],
  },
  {
    name: 'late payments regain no lesson for an account that is not open',
    parts: [feature('bookings/slots.ts', 'and c.may_teach and s.is_open', 'and c.may_teach')],
  },
  {
    name: 'proposals end with a suspension',
    parts: [
      { file: 'src/app/reactions.ts', from: `    ${withdrawal}\n    cancelLessons`, to: '    cancelLessons' },
      bookingOfCoach,
      slotGateOfCoach,
    ],
  },
  {
    name: 'students who are proposed to have open accounts',
    parts: [feature('proposals/queries.ts', '(s.is_open and s.user_type', '(s.user_type')],
  },
  {
    name: 'lessons are entered for open accounts',
    parts: [
      feature('accounts/invited-student.ts', '        profiles.isOpen,\n', ''),
      feature(
        'bookings/slots.ts',
        `(select is_open from profiles where id = \${studentId}::uuid) as may_book`,
        'true as may_book',
      ),
    ],
  },
  {
    name: 'new students are invited from a confirmed address',
    parts: [feature('schedule/commands.ts', 'if (!sender?.isConfirmed)', 'if (!sender)')],
  },
  {
    name: 'freed times of a listed coach are offered',
    parts: [feature('cancellation-list/freed-time-offers.ts', '!offer?.isListed ||', '!offer ||')],
  },
  {
    name: 'cancellation list of a listed coach',
    parts: [feature('cancellation-list/commands.ts', '!schedule?.isListed ||', '!schedule ||')],
  },
  {
    name: 'students save listed coaches',
    parts: [feature('saves/commands.ts', 'c.is_listed and p.id = $2', 'c.is_visible and p.id = $2')],
  },
  {
    name: 'messages reach no suspended account',
    parts: [
      feature('messages/policy.ts', "  if (between.otherIsSuspended) return 'not_taking_messages'\n", ''),
    ],
  },
  {
    name: 'messages reach no closed account',
    parts: [feature('messages/policy.ts', "  if (between.otherIsGone) return 'person_gone'\n", '')],
  },
  {
    name: 'first messages go to listed coaches',
    parts: [
      feature(
        'messages/policy.ts',
        "side === 'student' && between.coachIsVisible) return true",
        "side === 'student') return true",
      ),
    ],
  },
  {
    name: 'letters reach no suspended account',
    parts: [
      feature(
        'notifications/check-before-sending.ts',
        'if (account.isSuspended && !kind',
        'if (false && !kind',
      ),
    ],
  },
  {
    name: 'letters reach no closed account',
    parts: [
      feature('notifications/check-before-sending.ts', 'if (!account || account.isClosed)', 'if (!account)'),
    ],
  },
  {
    name: 'a cancelled lesson is told to suspended people',
    parts: [
      feature(
        'lesson-letters/notification-kinds.ts',
        '  reachesSuspended: true,\n  hasCalendar: true,\n',
        '  hasCalendar: true,\n',
      ),
    ],
  },
  {
    name: 'sessions and tokens of open accounts',
    parts: [feature('accounts/queries.ts', ' and p.is_open`)', '`)')],
  },
  {
    name: 'sign-in links are mailed to open accounts',
    parts: [
      feature(
        'accounts/links/commands.ts',
        '        profiles.isOpen,\n        purpose ===',
        '        purpose ===',
      ),
    ],
  },
  {
    name: 'webhooks are told of open accounts’ lessons',
    parts: [feature('webhooks/webhook-events.ts', ', profiles.isOpen)', ')')],
  },
  {
    name: 'webhooks are delivered to open accounts',
    parts: [feature('webhooks/delivery.ts', ', profiles.isOpen)', ')')],
  },
  {
    name: 'lessons are written to Google for coaches who may teach',
    parts: [
      feature('other-calendars/google/lessons.ts', '  if (!(await mayTeach(db, coachId))) return\n', ''),
    ],
  },
  {
    name: 'new terms are told to open accounts',
    parts: [feature('content/terms/mailing.ts', '          profiles.isOpen,\n', '')],
  },
  {
    name: 'shares of suspended coaches wait',
    parts: [
      feature(
        'payouts/queries.ts',
        '        and not exists (select from profiles c where c.id = o.instructor_id and c.suspended_at is not null)\n        and not has_open',
        '        and not has_open',
      ),
      feature('payouts/payout.ts', "  if (payout.isSuspended) return 'suspended'\n", ''),
    ],
  },
]
