import { maxPerValue } from './results';
import { maxLinkedLines } from './traceView';

/**
 * Splits a long value, at a line break if possible. `read` is parsed as a stack trace, and `rest` is the remaining
 * text.
 */
export function readable(value: string): { readonly read: string; readonly rest: string } {
	let end = 0;
	for (let lines = 0; lines < maxLinkedLines && end < value.length; lines++) {
		const lineEnd = value.indexOf('\n', end);
		end = lineEnd < 0 ? value.length : lineEnd + 1;
		if (end > maxPerValue) {
			const whole = value.lastIndexOf('\n', maxPerValue) + 1;
			end = whole > 0 ? whole : maxPerValue;
			break;
		}
	}
	// Omits the line break between the parts, because joining the parts adds a line break.
	return { read: value.slice(0, end).replace(end < value.length ? /\r?\n$/ : '', ''), rest: value.slice(end) };
}
