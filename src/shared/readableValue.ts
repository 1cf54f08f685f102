import { mostOfValue } from './results';
import { mostLinkedLines } from './traceView';

/** The beginning of a value that is read for traces, up to a line's end where there is one, and what is left. */
export function readable(value: string): { readonly read: string; readonly rest: string } {
	let end = 0;
	for (let lines = 0; lines < mostLinkedLines && end < value.length; lines++) {
		const lineEnd = value.indexOf('\n', end);
		end = lineEnd < 0 ? value.length : lineEnd + 1;
		if (end > mostOfValue) {
			const whole = value.lastIndexOf('\n', mostOfValue) + 1;
			end = whole > 0 ? whole : mostOfValue;
			break;
		}
	}
	// The line end between the two is made again where they are put together.
	return { read: value.slice(0, end).replace(end < value.length ? /\r?\n$/ : '', ''), rest: value.slice(end) };
}
