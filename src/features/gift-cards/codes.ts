import { createHash, createHmac } from 'node:crypto'
import type { Services } from '#ports/services.ts'
import { codeFrom, shownCode } from './gift-card.ts'

/** Codes of gift cards are computed from the card's id and our secret. Only their hash is stored. */

/** The code of a card. */
export function codeOf({ env }: { env: Pick<Services['env'], 'SESSION_SECRET'> }, cardId: string): string {
  const key = createHmac('sha256', env.SESSION_SECRET).update('gift card').digest()
  return codeFrom(createHmac('sha256', key).update(cardId).digest())
}

export const hashOfCode = (code: string): string => createHash('sha256').update(code).digest('hex')

/** Whether a card's code is still the one that we compute: it is not after a change of the secret. */
export const isCodeKnown = (
  services: { env: Pick<Services['env'], 'SESSION_SECRET'> },
  card: { id: string; codeHash: string | null },
): boolean => hashOfCode(codeOf(services, card.id)) === card.codeHash

/** Opens the page on which a code is redeemed. The code is in the fragment, which no server logs. */
export const redeemUrl = ({ env }: Pick<Services, 'env'>, code: string): string =>
  `${env.appUrl}/gift-cards/redeem#${shownCode(code)}`
