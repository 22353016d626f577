import { PRODUCT_NAME } from './product-name.ts'

/**
 * The marketplace's name, as its operator set it in `COMPANY_NAME`; a process serves one marketplace. The server writes it into
 * the document, where the browser reads it.
 */
export const siteName: string =
  typeof document === 'undefined'
    ? process.env.COMPANY_NAME?.trim() || PRODUCT_NAME
    : (document.documentElement.dataset.siteName ?? PRODUCT_NAME)
