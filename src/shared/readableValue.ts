import { maxPerValue } from './results';
import { maxLinkedLines } from './traceView';

/** The beginning of a value that is read for traces, up to a line's end where there is one, and what is left. */
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
	// The line end between the two is made again where they are put together.
	return { read: value.slice(0, end).replace(end < value.length ? /\r?\n$/ : '', ''), rest: value.slice(end) };
}
