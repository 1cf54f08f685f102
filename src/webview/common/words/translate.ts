/**
 * The text in the reader's language, with `{0}`, `{1}`… replaced. Called as `t('English', …)` with a literal, so that
 * the strings can be collected from the sources; those without a translation are shown in English.
 */
export type Translate = (english: string, ...values: readonly (string | number)[]) => string;

export function createTranslate(strings: Readonly<Record<string, string>>): Translate {
	return (english, ...values) =>
		(strings[english] ?? english).replace(/\{(\d+)\}/g, (place, index) => String(values[Number(index)] ?? place));
}
