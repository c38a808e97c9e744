'use client'
import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'

/** Around the whole document. The code is in `instrumentation-client.ts`, which runs before React. */
export function ServedPage({ children }: { children: ReactNode }) {
  useState(() => globalThis.hydration?.prepare())
  useLayoutEffect(() => self.hydration?.finish(), [])
  useEffect(() => self.hydration?.replay(flushSync), [])
  return children
}
