import { expect, test } from 'vitest'
import { partsOf } from '@/bench/page-weight'

const page = `<!doctype html><html><head><style>a{color:red}</style>
<link rel="stylesheet" href="/one.css"><link rel="stylesheet" href="/later.css" disabled>
<script src="/chunk.js" async></script><script>theme()</script></head>
<body><p>Words &amp; signs <script type="application/ld+json">{"@type":"FAQPage"}</script></p>
<template><script>inner()</script></template>
<script>(self.__next_f=self.__next_f||[]).push([0])</script><script>self.__next_f.push([1,"<script>"])</script></body></html>`

test('separates code, data, styles and style sheets', () => {
  expect(partsOf(page)).toMatchObject({
    scripts: {
      code: ['theme()', 'inner()'],
      data: ['(self.__next_f=self.__next_f||[]).push([0])', 'self.__next_f.push([1,"<script>"])'],
    },
    styles: ['a{color:red}'],
    sheets: ['/one.css'],
  })
})

test('removes scripts and changes nothing else', () => {
  expect(partsOf(page).withoutScripts).toBe(`<!doctype html><html><head><style>a{color:red}</style>
<link rel="stylesheet" href="/one.css"><link rel="stylesheet" href="/later.css" disabled>
</head>
<body><p>Words &amp; signs </p>
<template></template>
</body></html>`)
})

test('removes style elements too', () => {
  expect(partsOf(page).bare).toBe(partsOf(page).withoutScripts.replace('<style>a{color:red}</style>', ''))
})

test('leaves a page without scripts unchanged', () => {
  expect(partsOf('<p>Plain').withoutScripts).toBe('<p>Plain')
})
