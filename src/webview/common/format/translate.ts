import { withKeySymbols } from './keyNames';

/** Translates a string and inserts values for `{0}`, `{1}`… Only string literals can be extracted for translation. */
export type Translate = (english: string, ...values: readonly (string | number)[]) => string;

export function createTranslate(strings: Readonly<Record<string, string>>): Translate {
	return (english, ...values) =>
		withKeySymbols(strings[english] ?? english).replace(/\{(\d+)\}/g, (place, index) =>
			String(values[Number(index)] ?? place),
		);
}
