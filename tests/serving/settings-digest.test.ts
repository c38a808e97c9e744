import { expect, test } from 'vitest'
import { readEnv } from '@/lib/env'
import { settingsDigest } from '@/server/cache/redis-page-cache'

const of = (source: Record<string, string>) =>
  settingsDigest(readEnv({ SITE_ORIGIN: 'https://unhurried.example', ...source }))

test.each<Record<string, string>>([
  { PORT: '3100' },
  { LOG_LEVEL: 'debug' },
  { METRICS_PORT: '9464' },
  { SHUTDOWN_DELAY_MS: '5000' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318' },
])('shares pages between processes that differ in %o', (source) => {
  expect(of(source)).toBe(of({}))
})

test.each<Record<string, string>>([
  { CONTACT_EMAIL: 'calm@unhurried.example' },
  { CHAT_SCRIPT_URL: 'https://chat.example/a.js' },
])('shares no pages between processes that differ in %o', (source) => {
  expect(of(source)).not.toBe(of({}))
})
