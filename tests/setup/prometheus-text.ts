/** The samples of a text in Prometheus' format by `name{label="value"}`, with sorted labels. */
export function flat(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const [, name, labels = '', value] = /^([a-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? []
      if (!name) throw new Error(`not a sample: ${line}`)
      const sorted = [...labels.matchAll(/\w+="(?:[^"\\]|\\.)*"/g)].map(([label]) => label).toSorted()
      return [`${name}{${sorted.join(',')}}`, Number(value?.replace('Inf', 'Infinity'))]
    }),
  )
}
