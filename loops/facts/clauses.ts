/** Where one clause ends and another begins. */
const BETWEEN = /[.;,!?()\n]+|\b(?:and|with|while|but|also|where|which)\b/giu;
const WORD = /\p{N}+|\p{L}+/gu;
/** Words that say no more than that something is to be seen. */
const OF_SEEING = new Set(
  `a an the this that these those there here it its we i you one is are was were be been being has have had do does can could
  see sees seen view viewed show shows shown showing display displays displayed displaying appear appears appeared visible present presented presents
  contain contains containing include includes including of in at to for from as by now currently current reads read labelled labeled called named says saying`.split(
    /\s+/,
  ),
);

/** The words that mean something in each clause of a short text, in an order of their own: equal for descriptions that say the same. */
export function clausesOf(text: string): string[] {
  return text
    .split(BETWEEN)
    .map((clause) =>
      (clause.toLowerCase().match(WORD) ?? []).filter((word) => !OF_SEEING.has(word)).toSorted(),
    )
    .map((words) => [...new Set(words)].join(' '))
    .filter((clause) => clause !== '')
    .toSorted();
}
