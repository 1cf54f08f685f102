/** Segment of a source map. All numbers are 0-based. */
export interface Segment {
	readonly column: number;
	readonly source: number;
	readonly sourceLine: number;
	readonly sourceColumn: number;
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Encodes numbers as Base64 VLQ as in source maps (ECMA-426). */
export function encodeVlq(values: readonly number[]): string {
	return values
		.map((value) => {
			let rest = value < 0 ? -value * 2 + 1 : value * 2;
			let text = '';
			do {
				const digit = rest % 32;
				rest = Math.floor(rest / 32);
				text += digits[rest > 0 ? digit + 32 : digit];
			} while (rest > 0);
			return text;
		})
		.join('');
}

export function encodeMappings(lines: readonly (readonly Segment[])[]): string {
	let last: Segment = { column: 0, source: 0, sourceLine: 0, sourceColumn: 0 };
	return lines
		.map((segments) => {
			last = { ...last, column: 0 };
			return segments
				.map((segment) => {
					const text = encodeVlq([
						segment.column - last.column,
						segment.source - last.source,
						segment.sourceLine - last.sourceLine,
						segment.sourceColumn - last.sourceColumn,
					]);
					last = segment;
					return text;
				})
				.join(',');
		})
		.join(';');
}
