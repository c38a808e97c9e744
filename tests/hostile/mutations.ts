type Nest = (markup: string) => string

/**
 * Nestings that are one thing when they are parsed and another when what came of them is parsed again: places where
 * the rules of HTML, SVG and MathML meet, and elements whose content is text for one parser and markup for another.
 */
export const nests: readonly Nest[] = [
  (markup) => `<svg><style>${markup}</style></svg>`,
  (markup) => `<math><style>${markup}</style></math>`,
  (markup) => `<svg></p><style><a id="</style>${markup}">`,
  (markup) => `<svg></br><title><b id="</title>${markup}">`,
  (markup) => `<svg><desc><noembed><b title="</noembed>${markup}"></b></noembed></desc></svg>`,
  (markup) => `<noscript><p title="</noscript>${markup}"></noscript>`,
  (markup) => `<noembed><p title="</noembed>${markup}"></noembed>`,
  (markup) => `<noframes><p title="</noframes>${markup}"></noframes>`,
  (markup) => `<xmp><p title="</xmp>${markup}"></xmp>`,
  (markup) => `<listing>&lt;b title="${markup}"&gt;</listing>`,
  (markup) => `<plaintext><p title="</plaintext>${markup}">`,
  (markup) => `<textarea><p title="</textarea>${markup}"></textarea>`,
  (markup) => `<math><mtext><table><mglyph><style><!--</style>${markup}--></style></mglyph></table></mtext></math>`,
  (markup) => `<math><annotation-xml encoding="text/html"><style>${markup}</style></annotation-xml></math>`,
  (markup) => `<form><math><mtext></form><form><mglyph><style></math>${markup}`,
  (markup) => `<svg><foreignObject><math><mi><style><b title="</style>${markup}">`,
  (markup) => `<select><template>${markup}</template></select>`,
  (markup) => `<template><template>${markup}</template></template>`,
  (markup) => `<table><caption><svg><b>${markup}`,
  (markup) => `<table><td><b><table></b>${markup}`,
  (markup) => `<a><table><a>${markup}</table></a>`,
  (markup) => `<p><svg><p>${markup}</p></svg></p>`,
  (markup) => `<option><style></option></select><b title="</style>${markup}"></style></option>`,
  (markup) => `<iframe><p title="</iframe>${markup}"></iframe>`,
  (markup) => `<title><p title="</title>${markup}"></title>`,
  (markup) => `<b title="\`${markup}">\`</b>`,
  (markup) => `<!--<b title="-->${markup}">`,
  (markup) => `<![CDATA[<b title="]]>${markup}">`,
  (markup) => `<?x <b title="?>${markup}">`,
  (markup) => '<div>'.repeat(520) + markup,
]
