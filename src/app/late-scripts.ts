import type { AnyRouter } from '@tanstack/react-router'
import { EARLY_PRESS } from '#platform/early-press.ts'

/** Milliseconds after which the scripts are loaded even if pictures are still missing. */
const AT_THE_LATEST_MS = 2_500

/** Preloads started in one task. Each takes a slow phone about two milliseconds, and a tap should not wait for all of them. */
const AT_ONCE = 8

/**
 * Postpones loading a page's scripts until its first pictures have loaded or the user interacts with it. On a slow connection, scripts
 * would otherwise compete with the pictures. Pages work without scripts until then. Call it when all data is loaded and nothing has been
 * rendered yet.
 * @param router the router of the current request; the manifest sent to the browser is unchanged
 */
export function postponeScripts(router: AnyRouter): void {
  const manifest = router.ssr?.manifest
  if (!manifest) return
  const routes = { ...manifest.routes }
  const pieces: string[] = []
  let entry: string | undefined
  for (const { routeId } of router.stores.matches.get()) {
    const route = routes[routeId]
    if (!route) continue
    const { preloads, scripts, ...rest } = route
    for (const piece of preloads ?? []) pieces.push(typeof piece === 'string' ? piece : piece.href)
    const others = scripts?.filter((script) => {
      if (typeof script.attrs?.src !== 'string') return true
      entry = script.attrs.src
      return false
    })
    routes[routeId] = { ...rest, ...(others ? { scripts: others } : {}) }
  }
  const [first] = router.stores.matches.get()
  if (!entry || !first) return
  const root = routes[first.routeId]
  routes[first.routeId] = {
    ...root,
    scripts: [...(root?.scripts ?? []), { children: fetchLater(entry, pieces) }],
  }
  router.ssr = { manifest: { ...manifest, routes } }
}

/**
 * The inline script that loads the other scripts. It records clicks on buttons that the page can handle later. It removes itself, because
 * hydration expects no such element. Pointer events without movement are ignored: Chromium sends them when the layout changes under a
 * resting pointer.
 */
export function fetchLater(entry: string, pieces: readonly string[]): string {
  return `(()=>{const d=document;d.currentScript.remove();let begun=false
const add=(tag,what)=>{d.head.append(Object.assign(d.createElement(tag),what))}
const begin=()=>{if(begun)return;begun=true
const left=${JSON.stringify(pieces)}
const fetchSome=()=>{for(const href of left.splice(0,${AT_ONCE}))add('link',{rel:'modulepreload',href})
left.length?setTimeout(fetchSome):add('script',{type:'module',async:true,src:${JSON.stringify(entry)}})}
fetchSome()}
const soon=()=>requestAnimationFrame(()=>setTimeout(begin))
d.readyState==='complete'?soon():addEventListener('load',soon)
for(const sign of ['pointerdown','keydown','focusin'])addEventListener(sign,begin,{capture:true,passive:true,once:true})
addEventListener('pointermove',({movementX:x,movementY:y})=>{if(x||y)begin()},{capture:true,passive:true})
addEventListener('click',({target})=>{const b=target.closest?.('[data-early] button');if(b)window.${EARLY_PRESS}=b},{capture:true,passive:true})
setTimeout(begin,${AT_THE_LATEST_MS})})()`
}
