import { useEffect } from 'react'

/**
 * Stands in for the package `react-style-singleton` (vite.config.ts): the scroll lock of dialogs and menus adds its rules as a
 * constructed style sheet. As a style element they would need a nonce in the security policy of every page.
 */
export function styleSingleton() {
  const shared: SharedSheet = { users: 0, sheet: null }
  return ({ styles }: { styles: string }) => useSharedSheet(shared, styles)
}

/** One style sheet for all who need it at the same time. */
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
