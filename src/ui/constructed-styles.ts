import { useEffect } from 'react'

/**
 * Replaces the package `react-style-singleton` (vite.config.ts): the scroll lock of dialogs and menus adds
 * its rules as a constructed style sheet. A style element would need a nonce in every page's content security
 * policy.
 */
export function styleSingleton() {
  const shared: SharedSheet = { users: 0, sheet: null }
  return ({ styles }: { styles: string }) => useSharedSheet(shared, styles)
}

/** A style sheet shared by all current users. */
interface SharedSheet {
  users: number
  sheet: CSSStyleSheet | null
}

function useSharedSheet(shared: SharedSheet, styles: string) {
  useEffect(() => {
    if (shared.users++ === 0) {
      shared.sheet = new CSSStyleSheet()
      shared.sheet.replaceSync(styles)
      document.adoptedStyleSheets.push(shared.sheet)
    }
    return () => {
      if (--shared.users > 0) return
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== shared.sheet)
    }
  }, [shared, styles])
  return null
}
