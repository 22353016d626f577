import { z } from 'zod'
import { defineNotificationKind } from '#features/notifications/kind.ts'
import { defineLetter } from '#features/notifications/letter.ts'
import { button, facts, page, paragraph } from '#features/notifications/letter-markup.ts'
import { packageNews, whyPackageNewsOutdated, whyProposalNewsOutdated } from './proposal-news.ts'

/** The notifications about proposals and packages. Headline and message depend on the event. */

const proposalNames = [
  'headline',
  'message',
  'student_name',
  'coach_name',
  'lesson_title',
  'lessons',
  'times',
  'price',
  'closes_at',
  'proposal_url',
] as const
const packageNames = [
  'headline',
  'message',
  'student_name',
  'coach_name',
  'lesson_title',
  'package_url',
] as const

const aboutPackage = z.object({
  what: z.literal('package'),
  packageId: z.uuid(),
  news: z.enum(packageNews),
})

/** Proposals, and the reminder of lessons that are left in a package. */
export const proposalKind = defineNotificationKind({
  id: 'proposal',
  setting: {
    label: 'Proposals',
    description:
      'A lesson was proposed, a proposal was answered, or lessons of a package are about to expire.',
    audience: 'everybody',
    isTransactional: false,
    texts: 'none',
    icon: 'document',
  },
  about: z.union([
    z.object({ what: z.literal('proposal'), proposalId: z.uuid(), version: z.int(), news: z.string() }),
    aboutPackage,
  ]),
  goodForDays: 30,
  check: async ({ db, clock }, about) => ({
    why:
      about.what === 'proposal'
        ? await whyProposalNewsOutdated(db, about, clock.now())
        : await whyPackageNewsOutdated(db, about, clock.now()),
  }),
})

/** Everything else about a package: purchase, end and refunds. */
export const packageKind = defineNotificationKind({
  id: 'package_news',
  setting: {
    label: 'Packages of lessons',
    description: 'A package was bought, ended or refunded, or has to wait because its coach is not teaching.',
    audience: 'everybody',
    isTransactional: true,
    texts: 'none',
    icon: 'wallet',
  },
  about: aboutPackage,
  reachesSuspended: true,
  check: async ({ db, clock }, about) => ({
    why: await whyPackageNewsOutdated(db, about, clock.now()),
  }),
})

export const proposalKinds = [proposalKind, packageKind]

export const proposalNewsStudent = defineLetter({
  key: 'proposal-news-student',
  needs: ['message', 'proposal_url'],
  variables: proposalNames,
  email: {
    name: 'A proposal: to the student',
    subject: '{{headline}}',
    html: page('{{headline}}', [
      paragraph('Hello {{student_name}},'),
      paragraph('{{message}}'),
      paragraph('<strong>{{lesson_title}}</strong><br>{{lessons}}, {{price}}'),
      paragraph('{{times}}'),
      button('See the proposal', 'proposal_url'),
      paragraph('Write to {{coach_name}} in your inbox if you want something changed.'),
    ]),
  },
})

export const proposalNewsCoach = defineLetter({
  key: 'proposal-news-coach',
  needs: ['message', 'proposal_url'],
  variables: proposalNames,
  email: {
    name: 'A proposal: to the coach',
    subject: '{{headline}}',
    html: page('{{headline}}', [
      paragraph('Hello {{coach_name}},'),
      paragraph('{{message}}'),
      paragraph('<strong>{{lesson_title}}</strong> for {{student_name}}<br>{{lessons}}, {{price}}'),
      button('See your proposals', 'proposal_url'),
    ]),
  },
})

export const packageNewsStudent = defineLetter({
  key: 'package-news-student',
  needs: ['message', 'package_url'],
  variables: packageNames,
  email: {
    name: 'A package of lessons: to the student',
    subject: '{{headline}}',
    html: page('{{headline}}', [
      paragraph('Hello {{student_name}},'),
      paragraph('{{message}}'),
      paragraph('<strong>{{lesson_title}}</strong> with {{coach_name}}'),
      button('See your lessons', 'package_url'),
    ]),
  },
})

export const packageRefundedStudent = defineLetter({
  key: 'package-refunded-student',
  needs: ['refund', 'package_url'],
  variables: [
    'student_name',
    'coach_name',
    'lesson_title',
    'lessons',
    'refund',
    'price',
    'arrives',
    'package_url',
  ],
  email: {
    name: 'A package refunded: to the student',
    subject: 'Your refund of {{refund}} is on its way',
    html: page('Your refund is on its way', [
      paragraph(
        'Hello {{student_name}}, we have sent {{refund}} of what you paid for your package back the way you paid it. On a bank card, the money should be there by {{arrives}}.',
      ),
      facts([
        ['Package', '{{lesson_title}}, {{lessons}} with {{coach_name}}'],
        ['Refund', '{{refund}}'],
        ['Paid for the package', '{{price}}'],
      ]),
      button('See your lessons', 'package_url'),
    ]),
  },
})

export const packageNewsCoach = defineLetter({
  key: 'package-news-coach',
  needs: ['message', 'package_url'],
  variables: packageNames,
  email: {
    name: 'A package of lessons: to the coach',
    subject: '{{headline}}',
    html: page('{{headline}}', [
      paragraph('Hello {{coach_name}},'),
      paragraph('{{message}}'),
      button('See your proposals', 'package_url'),
    ]),
  },
})

export const proposalLetters = [
  proposalNewsStudent,
  proposalNewsCoach,
  packageNewsStudent,
  packageRefundedStudent,
  packageNewsCoach,
]
