import { processState } from '@/lib/process-state'

type Recorder = { shutdown(): Promise<void> }
const traces = () => processState<{ recorder?: Recorder }>('traces', () => ({}))

/** Milliseconds that a collector may hold up the end of the process. */
const patienceMs = 2000

/** What has to be told of spans before the process ends, by whoever records them. */
export function endTracesWith(recorder: Recorder): void {
  traces().recorder = recorder
}

/** Sends the spans that are not sent yet, in two seconds at most. Never throws; without traces it does nothing. */
export async function stopTraces(): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, patienceMs).unref())
  await Promise.race([
    traces()
      .recorder?.shutdown()
      .catch(() => {}),
    late,
  ])
}
