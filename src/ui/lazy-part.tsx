import { type ComponentType, type ReactNode, use } from 'react'

/**
 * Returns a component whose file is loaded when it is first rendered, like React's `lazy`. An import that fails is repeated once, and
 * again when the component is rendered later; `lazy` would keep the failure until the page is reloaded. Browsers before Chromium 156 and
 * Firefox 154, and Safari 27, keep failed imports themselves: there, the error page reloads the page.
 * @param load imports the file
 * @param name the name that the file exports the component by
 */
export function lazyPart<Name extends string, File extends Record<Name, (props: never) => ReactNode>>(
  load: () => Promise<File>,
  name: Name,
): File[Name] {
  let file: Promise<File> | undefined
  const render = (props: object) => {
    file ??= load()
      .catch(load)
      .catch((error: unknown) => {
        // Kept for a second, so that React can show the error before the next attempt.
        setTimeout(() => {
          file = undefined
        }, 1_000)
        throw error
      })
    const Loaded = use(file)[name] as unknown as ComponentType<object>
    return <Loaded {...props} />
  }
  return render as unknown as File[Name]
}
