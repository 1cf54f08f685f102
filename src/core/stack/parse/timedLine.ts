import { isDigit } from '../../../shared/ascii';
import { digitsEnd } from '../trace/characters';

/** Returns true if the text starts with a date or time, as log lines do: `2026-01-02 10:…`, `10:00:00`. */
export function isTimed(content: string, start: number): boolean {
	const first = digitsEnd(content, start);
	const separator = content.charCodeAt(first);
	const length = first - start;
	if ((length !== 4 && length !== 2) || (separator !== 0x2d && separator !== 0x2f && separator !== 0x3a)) {
		return false;
	}
	const second = digitsEnd(content, first + 1);
	const next = content.charCodeAt(second);
	if (second - first !== 3) {
		return false;
	}
	return next === separator
		? isDigit(content.charCodeAt(second + 1))
		: length === 2 && next === 0x20 && separator === 0x2d;
}
