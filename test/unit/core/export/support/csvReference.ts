import type { ScanEnd } from '../../../../../src/core/export/check/recordScan';

const mark = Buffer.from('\ufeff');
const [lineFeed, carriageReturn, quote, comma] = Buffer.from('\n\r",');

export interface CsvCounts {
	readonly rows: number;
	/** Number of records whose cell count differs from the header's. */
	readonly ragged: number;
	readonly end: ScanEnd;
}

/** Counts the records byte by byte, as a simple reference for faster scanners. */
export function countCsv(bytes: Uint8Array): CsvCounts {
	const text = Buffer.from(bytes);
	let at = text.subarray(0, mark.length).equals(mark) ? mark.length : 0;
	let columns = 0;
	let rows = 0;
	let ragged = 0;
	while (at < text.length) {
		const start = at;
		let cells = 0;
		let byte: number | undefined = comma;
		for (; byte === comma; at++) {
			cells++;
			if (text[at] === quote) {
				at++;
				for (; text[at] !== quote || text[at + 1] === quote; at += text[at] === quote ? 2 : 1) {
					if (at >= text.length) {
						return { rows, ragged, end: 'quoteNotClosed' };
					}
				}
			}
			while (at < text.length && text[at] !== comma && text[at] !== lineFeed && text[at] !== carriageReturn) {
				at++;
			}
			byte = text[at];
		}
		const blank = at - 1 === start;
		if (byte === undefined && cells < columns) {
			return { rows, ragged, end: 'recordNotFinished' };
		}
		if (columns === 0) {
			columns = blank ? 0 : cells;
		} else if (!blank || columns === 1) {
			rows++;
			ragged += cells === columns ? 0 : 1;
		}
		at += byte === carriageReturn && text[at] === lineFeed ? 1 : 0;
	}
	return { rows, ragged, end: 'whole' };
}
