// Gives each Greenside booking panel on a page the height it asks for. A panel without this script scrolls within its own.
;(() => {
  const { origin } = new URL(document.currentScript.src)
  const panels = () => [...document.querySelectorAll('iframe')].filter(({ src }) => src.startsWith(`${origin}/embed/`))
  addEventListener('message', ({ data, source }) => {
    if (data?.type !== 'greenside:height' || !(data.height > 0)) return
    const panel = panels().find(({ contentWindow }) => contentWindow === source)
    if (panel) panel.style.height = `${Math.min(Math.ceil(data.height) + 2, 4000)}px`
  })
  // Those that were there first have said theirs already.
  for (const { contentWindow } of panels()) contentWindow?.postMessage({ type: 'greenside:height?' }, '*')
})()
