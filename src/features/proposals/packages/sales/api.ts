import { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import { student } from '#ports/services.ts'
import { buyPackage } from './buy.ts'
import { findPackageSale } from './queries.ts'
import { buyPackageSchema, packageSaleSchema } from './schema.ts'

const tags = ['Packages']
const PURCHASES_AN_HOUR = { points: 20, seconds: 3600 }

export const packageSalesApi = {
  buyPackage: student
    .route({
      method: 'POST',
      path: '/package-sales',
      tags,
      summary: 'Buy a package of a coach’s profile and choose the times of its lessons later',
      successStatus: 201,
    })
    .input(buyPackageSchema)
    .output(z.object({ paymentId: z.uuid(), checkoutUrl: z.string() }))
    .handler(async ({ input, context: { actor, services } }) => {
      await services.rateLimits.count('buy-package', actor.userId, PURCHASES_AN_HOUR)
      return await buyPackage(services, actor, input)
    }),

  packageSale: student
    .route({
      method: 'GET',
      path: '/package-sales/{paymentId}',
      tags,
      summary: 'A package that you bought, and whether its payment has arrived',
    })
    .input(z.object({ paymentId: z.uuid() }))
    .output(packageSaleSchema)
    .handler(async ({ input, context: { actor, services } }) => {
      const sale = await findPackageSale(services.db, actor, input.paymentId, services.clock.now())
      if (!sale) throw new AppError('not_found', 'no_such_sale', 'There is no such purchase.')
      return sale
    }),
}
