/** Matches invisible characters: format characters, tags, variation selectors, fillers, and line separators. */
export const invisible =
	/[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}\u115f\u1160\u2800\u3164\uffa0]/gu;

export function escapeUnits(text: string): string {
	return Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
		'',
	);
}
