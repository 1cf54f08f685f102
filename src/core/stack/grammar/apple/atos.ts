import { digitsEnd, skipBlanks } from '../../trace/characters';
import type { Line } from '../../trace/line';
import { draftFrame, frameReading, type Reading } from '../../trace/reading';
import { setPlace } from '../native/cppFrame';
import { setAppleSymbol } from './appleFrame';

/** Parses a line printed by the `atos` tool: `Cart.total() (in Shop) (Cart.swift:31)`, `main (in Shop) + 60`. */
export function readAtosFrame(line: Line): Reading | undefined {
	const { content } = line;
	const mark = content.includes(' (in ') ? content.lastIndexOf(' (in ') : -1;
	const [rest, image = '', file] =
		mark > 0
			? (/^ \(in ([^()]{1,200})\) (?:\+ \d{1,12}|\(([^()]{1,300}:\d{1,9})\))$/.exec(content.slice(mark)) ?? [])
			: [];
	if (rest === undefined) {
		return undefined;
	}
	// Crash reports print the frame number and image first: `2   Shop   Cart.total() (in Shop) (Cart.swift:31)`.
	const named = skipBlanks(content, digitsEnd(content, 0));
	const start = named > 0 && content.startsWith(image, named) ? skipBlanks(content, named + image.length) : 0;
	const symbol = content.slice(start, mark);
	if (/\s\s/.test(symbol)) {
		return undefined;
	}
	const frame = draftFrame('native', line);
	frame.module = image;
	if (file !== undefined) {
		setPlace(frame, line, content.length - 1 - file.length, content.length - 1);
	}
	setAppleSymbol(frame, line, start, symbol, image);
	return frameReading(frame, 'apple');
}
