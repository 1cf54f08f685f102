import { digitsEnd, digitsStart, getPlace, skipBlanks } from '../trace/characters';
import type { Line } from '../trace/line';
import { draftFrame, frameReading, type Reading } from '../trace/reading';
import { setCppSymbol, setPlace } from './cppFrame';

/** Parses the second line of a Rust frame, `  at ./src/cart.rs:40:9`, which follows `2: acme::cart::total`. */
export function readSourceLine(line: Line, bodyStart: number): Reading | undefined {
	const { content } = line;
	const place = getPlace(content.slice(bodyStart));
	if (place.line === undefined || !/\.(?:rs|c|cc|cpp|cxx|h|hpp|mm?|zig)$/i.test(place.file) || content.includes('(')) {
		return undefined;
	}
	const frame = draftFrame('native', line);
	setPlace(frame, line, bodyStart, content.length);
	return frameReading(frame, 'cpp');
}

/** Parses the first line of a Rust frame: `2: acme::cart::total` or `2:     0x55d0c1 - acme::cart::total`. */
export function readRustName(line: Line): Reading | undefined {
	const { content } = line;
	const numberEnd = digitsEnd(content, 0);
	if (content.charCodeAt(numberEnd) !== 0x3a || content.charCodeAt(numberEnd + 1) !== 0x20 || line.indent === 0) {
		return undefined;
	}
	let start = skipBlanks(content, numberEnd + 1);
	const dash = content.startsWith('0x', start) ? content.indexOf(' - ', start) : -1;
	start = dash === -1 ? start : dash + 3;
	const name = content.slice(start);
	if (!name.includes('::') || /[\s"']/.test(name.replace(/ as /g, ''))) {
		return undefined;
	}
	const frame = draftFrame('native', line);
	setCppSymbol(frame, line, start, content.length);
	return frameReading(frame, 'cpp');
}

/** Parses the second line of a Go frame, `/src/cart.go:40 +0x1d`, which follows `main.(*Cart).Total(0xc0, 0x1)`. */
export function readGoPlace(line: Line): Reading | undefined {
	const { content } = line;
	const plus = content.lastIndexOf(' +0x');
	const end = plus === -1 ? content.length : plus;
	const number = digitsStart(content, end);
	if (line.indent === 0 || !content.startsWith('.go:', number - 4) || number === end) {
		return undefined;
	}
	const frame = draftFrame('native', line);
	setPlace(frame, line, 0, end);
	return frameReading(frame, 'cpp');
}
