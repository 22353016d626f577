import { cachedFor } from '#platform/cached-for.ts'
import { MINUTE } from '#platform/duration.ts'
import { errorWords } from '#platform/logged-error.ts'
import { drawIcon, type Icon, type IconPath } from '#platform/logo.ts'
import type { Services } from '#ports/services.ts'

/** An icon of the site drawn from the operator's logo; null when the product's icons are shown. */
export const siteIcon = cachedFor(
  { forMs: 10 * MINUTE, atMost: 5 },
  async ({ env, log }: Pick<Services, 'env' | 'log'>, path: IconPath): Promise<Icon | null> => {
    if (!env.LOGO_FILE) return null
    return await drawIcon(env.LOGO_FILE, path).catch((error: unknown) => {
      log.warn({ error: errorWords(error) }, 'LOGO_FILE cannot be used')
      return null
    })
  },
)
