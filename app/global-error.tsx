'use client'
import { Mishap } from '@/components/site/mishap'
import './globals.css'

/** The last resort, when the frame itself failed: it brings its own document and needs nothing else. */
export default function GlobalError() {
  return (
    <html lang="en-GB">
      <body>
        <Mishap />
      </body>
    </html>
  )
}
