import { type ComponentProps, createContext, type MouseEvent, useContext } from 'react'

type Navigate = (href: string) => void

const NavigateContext = createContext<Navigate | null>(null)

/** Provides the application's router to links in this design system; without it they are ordinary links. */
export function NavigateProvider({ navigate, children }: { navigate: Navigate; children: React.ReactNode }) {
  return <NavigateContext value={navigate}>{children}</NavigateContext>
}

/** A link that passes plain left clicks to the router. Works before scripts load. */
export function Anchor({ href, onClick, ...props }: ComponentProps<'a'> & { href: string }) {
  const navigate = useContext(NavigateContext)
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const opensElsewhere =
      event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
    if (!navigate || event.defaultPrevented || opensElsewhere || props.target || !/^\/(?!\/)/.test(href))
      return
    event.preventDefault()
    navigate(href)
  }
  return <a {...props} href={href} onClick={handleClick} />
}
