/** Title of a page whose content is still to come; search engines need not know it. */
export const comingHead = (title: string) => () => ({
  meta: [{ title: `${title} · Greenside` }, { name: 'robots', content: 'noindex' }],
})
