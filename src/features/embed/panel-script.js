;(() => {
  const tell = () =>
    parent.postMessage({ type: 'greenside:height', height: Math.ceil(document.body.offsetHeight) }, '*')
  addEventListener('message', ({ data }) => data?.type === 'greenside:height?' && tell())
  new ResizeObserver(tell).observe(document.body)

  // The visitor's own clock, where it shows another time than that of the place; with the weekday on another date.
  const ownTimes = () => {
    for (const link of document.querySelectorAll('a[data-start]')) {
      const start = new Date(link.dataset.start)
      // Dates in Swedish are in ISO format.
      const isSameDay = start.toLocaleDateString('sv') === link.dataset.date
      const own = start.toLocaleTimeString('en-US', {
        ...(isSameDay ? {} : { weekday: 'short' }),
        hour: 'numeric',
        minute: '2-digit',
      })
      if (own.replace(/\s/g, ' ') === link.querySelector('b').textContent) continue
      const note = document.createElement('small')
      note.textContent = `your ${own}`
      link.append(' ', note)
    }
  }
  ownTimes()

  // Day, length and place are links to the panel anew. Only the panel is exchanged, so that focus and height stay and the page
  // around it gets no step back more; where that fails, the link does what links do.
  let [here, shownAt, latest] = [location.href, Date.now(), 0]
  const show = async (href) => {
    const turn = ++latest
    const panel = document.getElementById('panel')
    panel.setAttribute('aria-busy', 'true')
    try {
      const answer = await fetch(href, { credentials: 'omit' })
      if (!answer.ok) throw new Error(`answered ${answer.status}`)
      const next = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('panel')
      if (turn !== latest) return
      const focused = document.activeElement?.id
      panel.replaceWith(next)
      if (focused) document.getElementById(focused)?.focus({ preventScroll: true })
      ;[here, shownAt] = [href, Date.now()]
      ownTimes()
      document.getElementById('said').textContent =
        next.querySelector('[data-said]')?.dataset.said ?? 'No open times'
    } catch {
      if (turn === latest) location.replace(href)
    }
  }
  addEventListener('click', (event) => {
    const link = event.target.closest('a[data-inside]')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    show(link.href)
  })
  // Times looked at again after a while may be taken.
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && Date.now() - shownAt > 60_000) show(here)
  })
})()
