import { html } from 'hono/html'

/** A page of a local vendor, which looks unlike our own pages. */
export const localVendorPage = (title: string, body: unknown, nonce: string) =>
  html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} · Demo</title>
    <meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
    <style nonce="${nonce}">body{font:16px/1.5 system-ui;max-width:38rem;margin:3rem auto;padding:0 1rem;background:#fbf8f2;color:#1b1f1d}
    main{background:#fff;border:1px solid #e5dccb;border-radius:14px;padding:1.5rem}h1{font-size:1.5rem;line-height:1.25;overflow-wrap:anywhere}
    form{display:grid;gap:1rem;margin-top:1rem}label{display:flex;gap:.75rem;align-items:flex-start}input[type=text],input[type=email]{font:inherit;min-height:44px;padding:0 .75rem;border:1px solid #5d665f;border-radius:10px;width:100%;box-sizing:border-box;background:#fff;color:inherit}
    .field{display:grid;gap:.25rem}input[type=checkbox]{accent-color:#1f5a43;width:20px;height:20px;flex:none;margin:2px 0}
    .row{display:flex;gap:.75rem}button{font:inherit;min-height:44px;padding:0 1.25rem;border:1px solid #10291f;border-radius:10px;background:#fff;color:inherit;cursor:pointer;justify-self:start}
    .main{background:#1f5a43;color:#fff}.quiet{color:#5d665f}ul{list-style:none;padding:0}li{padding:.6rem 0;border-top:1px solid #e5dccb;overflow-wrap:anywhere}
    .mark{background:#dcebe0;border-radius:6px;padding:0 .4rem;font-size:.875rem}a{color:#1f5a43}</style></head>
    <body><main>${body}</main></body></html>`
