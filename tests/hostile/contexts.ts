/** Where a page may put a text, and what ends that place, so that what follows is markup. */
export type Context =
  | 'element'
  | 'double-quoted attribute'
  | 'single-quoted attribute'
  | 'bare attribute'
  | 'address'
  | 'comment'
  | 'text area'
  | 'title'
  | 'style'
  | 'script'
  | 'data in a script'
  | 'mutation'
  | 'template'
  | 'markdown'

/** Ends of each place, with what may follow the markup so that the rest does not spoil it. */
export const breaks: readonly (readonly [Context, before: string, after: string])[] = [
  ['element', '', ''],
  ['element', 'Words ', ' and words'],
  ['element', '</p></div>', '<div><p>'],
  ['element', '</select></table></svg></math></template>', ''],
  ['element', ']]>', ''],
  ['double-quoted attribute', '">', '<b x="'],
  ['double-quoted attribute', '"/>', ''],
  ['double-quoted attribute', '&quot;">', ''],
  ['double-quoted attribute', '\\">', '//'],
  ['single-quoted attribute', "'>", "<b x='"],
  ['single-quoted attribute', "\\'>", ''],
  ['single-quoted attribute', "&#39;'/>", ''],
  ['bare attribute', 'x>', ''],
  ['bare attribute', '`>', '`'],
  ['bare attribute', 'x/>', '<!--'],
  ['comment', '-->', '<!--'],
  ['comment', '--!>', ''],
  ['comment', '>', ''],
  ['text area', '</textarea>', ''],
  ['text area', '</TEXTAREA\n>', ''],
  ['title', '</title>', '<title>'],
  ['title', '</title/x>', ''],
  ['style', '</style>', '<style>'],
  ['style', '}*{}</style\t>', ''],
  ['script', '</script>', '<script>'],
  ['script', '<!--</script>', ''],
  ['script', '*/--></script >', ''],
  ['data in a script', '"}</script>', ''],
  ['data in a script', '\\"}]</ScRiPt\n>', '<script>'],
]
