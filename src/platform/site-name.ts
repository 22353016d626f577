import { createIsomorphicFn } from '@tanstack/react-start'
import { siteNameInSettings } from './env.ts'
import { PRODUCT_NAME } from './product-name.ts'

/**
 * The marketplace's name, as its operator set it in `COMPANY_NAME`. The server writes it into the document, where the browser
 * reads it.
 */
export const siteName: string = createIsomorphicFn()
  .server(siteNameInSettings)
  .client(() => document.documentElement.dataset.siteName ?? PRODUCT_NAME)()
