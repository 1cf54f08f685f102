import { hexEnd, skipBlanks } from '../../trace/characters';
import type { Line } from '../../trace/line';
import { draftFrame, frameReading, type Reading } from '../../trace/reading';
import { setCppSymbol, setPlace } from './cppFrame';

const caption = '[Callstack] ';

/**
 * Parses a frame of Unreal Engine: `0x00007ffc4cb2e606 Shop.dll!UCart::Total() [C:\src\Cart.cpp:40]`. In logs, other text
 * and `[Callstack]` precede it. On Android, the offset in the library follows the library's name in parentheses.
 */
export function readUnrealFrame(line: Line): Reading | undefined {
	const { content } = line;
	const captionAt = content.indexOf(caption);
	const first = skipBlanks(content, captionAt === -1 ? 0 : captionAt + caption.length);
	const addressEnd = content.startsWith('0x', first) ? hexEnd(content, first + 2) : first;
	const start = skipBlanks(content, addressEnd);
	const bang = content.indexOf('!', start);
	const image = /^([\w.+-]{1,200})(?:\((0x[\da-f]{1,16})\))?$/i.exec(content.slice(start, Math.min(bang, start + 230)));
	const open = content.endsWith(']') ? content.lastIndexOf(' [') : -1;
	const hasAddress = addressEnd > first && start > addressEnd;
	if (!image || bang === -1 || (!hasAddress && open < bang)) {
		return undefined;
	}
	const [, name = '', offset] = image;
	const frame = draftFrame('native', line);
	frame.module = name;
	if (hasAddress) {
		frame.image = { name, address: offset ?? content.slice(first, addressEnd) };
	}
	const isPlaced = open > bang && setPlace(frame, line, open + 2, content.length - 1);
	if (!hasAddress && !isPlaced) {
		return undefined;
	}
	const symbol = content.slice(bang + 1, open > bang ? open : content.length).replace(/\(\+?0x[\da-f]{1,16}\)$/i, '');
	if (!/^(?:UnknownFunction|\[Unknown\])/.test(symbol)) {
		setCppSymbol(frame, line, bang + 1, bang + 1 + symbol.trimEnd().length);
	}
	return frameReading(frame, 'cpp');
}
