declare global {
  // The name under which style-injecting libraries look for a nonce.
  var __webpack_nonce__: string | undefined
}

/**
 * Hands the page's nonce to the scroll lock of dialogs and menus: it adds one style element while they are open, and a strict
 * content security policy would refuse it. The nonce is read from any script that carries one; on the server nothing happens.
 */
export function adoptStyleNonce(): void {
  if (typeof document === 'undefined' || globalThis.__webpack_nonce__) return
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
  if (nonce) globalThis.__webpack_nonce__ = nonce
}
