import { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import { coach, open } from '#ports/services.ts'
import { removeOffer, saveOffer } from './commands.ts'
import { MAX_OFFERS } from './offer.ts'
import { listOffers, listOwnOffers } from './queries.ts'
import { ownOfferSchema, packageOfferSchema, saveOfferSchema } from './schema.ts'

const tags = ['Packages']
const CHANGES_AN_HOUR = { points: 60, seconds: 3600 }

export const packageOffersApi = {
  packageOffers: open
    .route({
      method: 'GET',
      path: '/coaches/{instructorId}/packages',
      tags,
      summary: 'The packages of lessons that a coach sells on the profile',
    })
    .input(z.object({ instructorId: z.uuid(), offerId: z.uuid().optional() }))
    .output(z.array(packageOfferSchema))
    .handler(({ input: { instructorId, offerId }, context: { actor, services } }) =>
      listOffers(services.db, instructorId, {
        studentId: actor?.role === 'student' ? actor.userId : null,
        offerId,
      }),
    ),

  ownPackageOffers: coach
    .route({ method: 'GET', path: '/own-packages', tags, summary: 'The packages that you sell' })
    .output(z.array(ownOfferSchema))
    .handler(({ context: { actor, services } }) => listOwnOffers(services.db, actor.userId)),

  savePackageOffer: coach
    .route({ method: 'PUT', path: '/own-packages', tags, summary: 'Add or change a package that you sell' })
    .input(saveOfferSchema)
    .output(z.object({ offerId: z.uuid() }))
    .handler(async ({ input, context: { actor, services } }) => {
      await services.rateLimits.count('package-offers', actor.userId, CHANGES_AN_HOUR)
      const saved = await saveOffer(services, actor, input)
      if (saved.ok) return { offerId: saved.offerId }
      if (saved.reason === 'no_such_offer') throw noSuchOffer()
      if (saved.reason === 'changed_elsewhere')
        throw new AppError(
          'conflict',
          saved.reason,
          'This package was changed in another window, and nothing was overwritten. Close this form and open it again to see the latest version.',
        )
      throw new AppError(
        'conflict',
        saved.reason,
        `You can offer up to ${MAX_OFFERS} packages. Remove one to add another.`,
      )
    }),

  removePackageOffer: coach
    .route({
      method: 'DELETE',
      path: '/own-packages/{offerId}',
      tags,
      summary: 'Stop selling a package; packages already bought stay',
    })
    .input(z.object({ offerId: z.uuid() }))
    .output(z.object({ removed: z.literal(true) }))
    .handler(async ({ input, context: { actor, services } }) => {
      await services.rateLimits.count('package-offers', actor.userId, CHANGES_AN_HOUR)
      const removed = await removeOffer(services, actor, input.offerId)
      if (!removed.ok) throw noSuchOffer()
      return { removed: true as const }
    }),
}

const noSuchOffer = () => new AppError('not_found', 'no_such_offer', 'There is no such package.')
