import { useRouter } from '@tanstack/react-router'

/** Of some links, those whose page exists: a menu fills itself as pages are added, and never leads nowhere. */
export function useExistingPages<T extends { href: string }>(links: readonly T[]): T[] {
  const { routesByPath } = useRouter()
  return links.filter(({ href }) => Object.hasOwn(routesByPath, href))
}
