import type { Graph, Thing, WithContext } from 'schema-dts'

/** Structured data. `<` is escaped, because it could end the script element. */
export function JsonLd({ data }: { data: WithContext<Thing> | Graph }) {
  return (
    <script
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
    />
  )
}
