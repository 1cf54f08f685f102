import type { CooperativeTask } from '../../common/cooperativeTask';

/**
 * Maximum length, in UTF-16 code units, of the text that is processed at once. Processing it takes a few milliseconds.
 */
const batchLength = 131_072;

/**
 * Matches two characters that must stay together: a surrogate pair, a line ending, or Markdown or spreadsheet syntax.
 */
const together = /^(?:[\ud800-\udbff][\udc00-\udfff]|\r\n|\\\||[;"\s][=+\-@＝＋－＠])$/;

/** Changes text slice by slice. How a character is changed may depend on one adjacent character. */
export function* inBatches(text: string, change: (slice: string, offset: number) => string): CooperativeTask<string> {
	if (text.length <= batchLength) {
		return change(text, 0);
	}
	const changed: string[] = [];
	for (const [start, end] of batchesOf(text)) {
		changed.push(change(text.slice(start, end), start));
		yield;
	}
	return changed.join('');
}

export function* everyBatch(text: string, test: (slice: string) => boolean): CooperativeTask<boolean> {
	if (text.length <= batchLength) {
		return test(text);
	}
	for (const [start, end] of batchesOf(text)) {
		if (!test(text.slice(start, end))) {
			return false;
		}
		yield;
	}
	return true;
}

function* batchesOf(text: string): Iterable<readonly [start: number, end: number]> {
	for (let start = 0; start < text.length; ) {
		let end = Math.min(text.length, start + batchLength);
		if (together.test(text.slice(end - 1, end + 1))) {
			end++;
		}
		yield [start, end];
		start = end;
	}
}
