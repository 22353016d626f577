/**
 * What pages are measured against, with the bytes of a page of ours from the file `PAGE`: `RAW=static` sends them as they are,
 * `RAW=render` draws a tree of just as many elements with bare `renderToString`. `node:http` and nothing else.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { drawTree, readHtml } from './html-tree.ts'

const page = readFileSync(process.env.PAGE ?? '')
const tree = process.env.RAW === 'render' ? readHtml(page.toString()) : null
const Page = () => (tree ? drawTree(tree) : null)

createServer((_, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(tree ? `<!DOCTYPE html>${renderToString(createElement(Page))}` : page)
}).listen(Number(process.env.PORT), '127.0.0.1')
