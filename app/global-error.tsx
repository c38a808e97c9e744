'use client'
import { Mishap } from '@/components/site/mishap'
import './globals.css'

/** Replaces the root layout, so it needs a document of its own. */
export default function GlobalError() {
  return (
    <html lang="en-GB">
      <body>
        <Mishap />
      </body>
    </html>
  )
}
