import { z } from 'zod'
import { weeksTaken } from '#features/checkout/series/api.ts'
import { AppError } from '#platform/errors.ts'
import { signedIn, student } from '#ports/services.ts'
import { noSuchPackage } from '../policy.ts'
import { endPackage } from './commands.ts'
import { MOST_PACKAGES } from './package.ts'
import { listPackages } from './queries.ts'
import { bookFromPackage, redemptionRefusalTexts } from './redemptions.ts'
import {
  bookFromPackageSchema,
  bookSeriesFromPackageSchema,
  endPackageSchema,
  packageSchema,
} from './schema.ts'
import { bookSeriesFromPackage } from './series.ts'

const tags = ['Packages']
const REDEMPTIONS_AN_HOUR = { points: 30, seconds: 3600 }

const endRefusalTexts = {
  package_ended: 'This package has ended already.',
  payment_disputed: 'The payer’s bank is looking into this payment. Please wait until that is settled.',
  refund_changed: 'The refund has changed since you looked. Please look at it and confirm again.',
}

const seriesRefusalTexts = {
  ...redemptionRefusalTexts,
  no_lessons_left: 'Your package has fewer lessons left. Choose fewer weeks.',
  after_the_package: 'Some of these weeks are after your package expires. Choose fewer weeks.',
  not_weekly: 'Weekly lessons begin at the same time of the same weekday, within twelve weeks.',
  too_many_holds: 'You already have three times on hold. Pay for one or release it first.',
}

export const packagesApi = {
  packages: signedIn
    .route({ method: 'GET', path: '/packages', tags, summary: 'Your packages of lessons, open ones first' })
    .input(
      z.object({
        with: z.uuid().optional(),
        /** How many to list at most; 50 when omitted. */
        most: z.coerce.number().int().min(1).max(MOST_PACKAGES).optional(),
      }),
    )
    .output(z.array(packageSchema))
    .handler(({ input, context: { actor, services } }) =>
      listPackages(services.db, actor.userId, { withId: input.with, most: input.most }),
    ),

  bookFromPackage: student
    .route({
      method: 'POST',
      path: '/packages/{packageId}/lessons',
      tags,
      summary: 'Book a lesson that a package has paid for',
      successStatus: 201,
    })
    .input(bookFromPackageSchema)
    .output(z.object({ bookingId: z.uuid(), left: z.int() }))
    .handler(async ({ input, context: { actor, services } }) => {
      await services.rateLimits.count('draw', actor.userId, REDEMPTIONS_AN_HOUR)
      const drawn = await bookFromPackage(services, actor, input)
      if (drawn.ok) return drawn
      if (drawn.reason === 'no_such_package') throw noSuchPackage()
      throw new AppError('conflict', drawn.reason, redemptionRefusalTexts[drawn.reason])
    }),

  bookSeriesFromPackage: student
    .route({
      method: 'POST',
      path: '/packages/{packageId}/series',
      tags,
      summary: 'Book lessons at the same time every week that a package has paid for, all or none',
      successStatus: 201,
    })
    .input(bookSeriesFromPackageSchema)
    .output(z.object({ bookingIds: z.array(z.uuid()), left: z.int() }))
    .handler(async ({ input, context: { actor, services } }) => {
      await services.rateLimits.count('draw', actor.userId, REDEMPTIONS_AN_HOUR)
      const drawn = await bookSeriesFromPackage(services, actor, input)
      if (drawn.ok) return drawn
      if (drawn.reason === 'weeks_taken') throw weeksTaken('weeks' in drawn ? drawn.weeks : [])
      if (drawn.reason === 'no_such_package') throw noSuchPackage()
      throw new AppError('conflict', drawn.reason, seriesRefusalTexts[drawn.reason])
    }),

  endPackage: signedIn
    .route({
      method: 'POST',
      path: '/packages/{packageId}/end',
      tags,
      summary: 'End a package; lessons not taken are refunded by its terms',
    })
    .input(endPackageSchema)
    .output(z.object({ refundCents: z.int() }))
    .handler(async ({ input, context: { actor, services } }) => {
      const ended = await endPackage(services, actor, input)
      if (ended.ok) return { refundCents: ended.refundCents }
      if (ended.reason === 'no_such_package') throw noSuchPackage()
      throw new AppError('conflict', ended.reason, endRefusalTexts[ended.reason])
    }),
}
