import { bookingLifecycle } from '#features/bookings/booking.ts'
import { refundLifecycle } from '#features/payments/refund.ts'
import { payoutAccountLifecycle, payoutLifecycle } from '#features/payouts/payout.ts'
import { proposalLifecycle } from '#features/proposals/proposal.ts'
import { stateDiagram } from './diagram.ts'

const lives = [
  {
    title: 'A booking',
    file: 'src/features/bookings/booking.ts',
    text: 'The buttons, the guards of the API, the jobs and a trigger of the database all follow this table.',
    steps: bookingLifecycle,
  },
  {
    title: 'A proposal',
    file: 'src/features/proposals/proposal.ts',
    text: 'A coach offers, a student answers. `accepted` is shown as scheduled: its time is held while the student pays.',
    steps: proposalLifecycle,
  },
  {
    title: "A coach's share",
    file: 'src/features/payouts/payout.ts',
    text: 'Held until a day after the lesson and while a problem is open, then sent once.',
    steps: payoutLifecycle,
  },
  {
    title: "A coach's account at the processor",
    file: 'src/features/payouts/payout.ts',
    text: 'Shares wait while it is not active. It is read when the processor says that it changed, and once a day.',
    steps: payoutAccountLifecycle,
  },
  {
    title: 'A refund that is owed',
    file: 'src/features/payments/refund.ts',
    text: 'One that comes back from the bank goes out again after an hour, a day and three days, each time under another key; then it is `failed`, and a person decides.',
    steps: refundLifecycle,
  },
]

/** `docs/lifecycles.md`, made from the tables in the code. */
export function lifecycleDocument(): string {
  const parts = lives.map(
    ({ title, file, text, steps }) =>
      `## ${title}\n\n${text} From \`${file}\`.\n\n\`\`\`mermaid\n${stateDiagram(steps)}\n\`\`\`\n`,
  )
  return `# Lifecycles\n\nMade by \`npm run lifecycles\` from the tables in the code; a test fails when this page is older than they are.\n\n${parts.join('\n')}`
}
