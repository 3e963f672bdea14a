/**
 * What readers ask in words that pages do not use, and the place that answers it. Phrases are parted by commas. Of a guide, Portuguese
 * ones lead to the translation, and the others to the guide in the reader's language. A question of one word is led by phrases of one word
 * alone; by none with a `+`, whose word counts beside others.
 */
export type Topic = { at: string; en: string; pt: string; es: string };
