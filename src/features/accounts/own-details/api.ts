import { signedIn } from '#ports/services.ts'
import { changeOwnDetails } from './commands.ts'
import { getOwnAccount } from './queries.ts'
import { ownAccountSchema, ownDetailsSchema } from './schema.ts'

const tags = ['Accounts']

export const ownDetailsApi = {
  account: signedIn
    .route({ method: 'GET', path: '/me/account', tags, summary: 'Your own account' })
    .output(ownAccountSchema)
    .handler(({ context }) => getOwnAccount(context.services.db, context.actor.userId)),

  changeDetails: signedIn
    .meta({ forPersonAlone: true })
    .route({ method: 'PUT', path: '/me/account', tags, summary: 'Change your name, phone and city' })
    .input(ownDetailsSchema)
    .output(ownAccountSchema)
    .handler(({ input, context }) => changeOwnDetails(context.services, context.actor.userId, input)),
}
