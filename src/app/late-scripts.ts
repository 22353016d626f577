import type { AnyRouter } from '@tanstack/react-router'
import { EARLY_PRESS } from '#platform/early-press.ts'

/** Milliseconds after which the scripts come even if a picture still does not. */
const AT_THE_LATEST_MS = 2_500

/** Fetches that are begun in one go: each takes a slow phone some two milliseconds, and a finger should not wait for all of them. */
const AT_ONCE = 8

/**
 * Has a page's scripts fetched after its first pictures, and at once when somebody touches it: on a slow line the two would
 * otherwise share the way, and a picture is what people came for. Pages work without scripts until then. To be called when
 * everything is loaded and nothing is drawn yet.
 * @param router of the request that is being answered; what the browser is told of the scripts stays as it was
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
 * The script that fetches the others, and notes what is pressed meanwhile where a page can still act on it. It removes itself,
 * as the browser's drawing of the page has no such element. A pointer that rests is no sign of anybody: Chromium reports it as
 * moved, by nothing, whenever the page is laid out anew beneath it.
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
