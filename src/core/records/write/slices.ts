import type { Steps } from '../../common/steps';

/** Whatever is done to a text of this length takes a few milliseconds (UTF-16 units). */
const sliceLength = 131_072;

/** Two characters that are read together: a code point, a line end, or what Markdown or a spreadsheet sees in them. */
const together = /^(?:[\ud800-\udbff][\udc00-\udfff]|\r\n|\\\||[;"\s][=+\-@＝＋－＠])$/;

/**
 * Changes a text slice by slice, so that one of tens of megabytes stops nothing else.
 * @param change What it does to a slice must not depend on more than two characters beside each other.
 */
export function* inSlices(text: string, change: (slice: string, offset: number) => string): Steps<string> {
	if (text.length <= sliceLength) {
		return change(text, 0);
	}
	const changed: string[] = [];
	for (const [start, end] of slicesOf(text)) {
		changed.push(change(text.slice(start, end), start));
		yield;
	}
	return changed.join('');
}

/** Whether all slices of a text are so. */
export function* everySlice(text: string, test: (slice: string) => boolean): Steps<boolean> {
	if (text.length <= sliceLength) {
		return test(text);
	}
	for (const [start, end] of slicesOf(text)) {
		if (!test(text.slice(start, end))) {
			return false;
		}
		yield;
	}
	return true;
}

function* slicesOf(text: string): Iterable<readonly [start: number, end: number]> {
	for (let start = 0; start < text.length; ) {
		let end = Math.min(text.length, start + sliceLength);
		if (together.test(text.slice(end - 1, end + 1))) {
			end++;
		}
		yield [start, end];
		start = end;
	}
}
