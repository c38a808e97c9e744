/** Next and what stands round it are bundles of their own in one process, with one set of traces. */
type Shared = typeof globalThis & { unhurriedTraces?: { shutdown(): Promise<void> } }

/** Milliseconds that a collector may hold up the end of the process. */
const patienceMs = 2000

/** What has to be told of spans before the process ends, by whoever records them. */
export function endTracesWith(recorder: { shutdown(): Promise<void> }): void {
  ;(globalThis as Shared).unhurriedTraces = recorder
}

/** Sends the spans that are not sent yet, in two seconds at most. Never throws; without traces it does nothing. */
export async function stopTraces(): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, patienceMs).unref())
  await Promise.race([(globalThis as Shared).unhurriedTraces?.shutdown().catch(() => {}), late])
}
