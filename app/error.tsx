'use client'
import { useErrorReport } from '@/components/site/error-reporter'
import { Mishap } from '@/components/site/mishap'

export default function ErrorPage({ error, reset }: { error: Error; reset: () => void }) {
  useErrorReport(error)
  return <Mishap again={reset} />
}
