/** The processor's session of a checkout, as its address names it. */
export const readCheckoutId = ({ checkoutUrl }: { checkoutUrl: string }): string =>
  checkoutUrl.split('/').at(-1) ?? ''
