import { endingsStart } from '../../../common/endings';
import { digitsStart } from '../../trace/characters';
import type { Line } from '../../trace/line';
import { draftFrame, frameReading, type Reading, thread } from '../../trace/reading';
import { setPlace } from '../native/cppFrame';
import { appName, setAppleSymbol } from './appleFrame';

const head = /^frame #\d{1,5}: (0x[\da-f]{1,16}) /;
const remark = / \[(?:opt|inlined|artificial)\]$/;
const maxRemarkLength = ' [artificial]'.length;
const inlined = ' [inlined] ';
/**
 * Prefix of LLDB's names for functions without symbols. The number after the prefix differs between builds, so the name
 * isn't used.
 */
const unnamed = '___lldb_unnamed_symbol';

/** Parses a line of an LLDB backtrace: `frame #1: 0x102a3b1f0 Acme Shop`Cart.total(self=0x1) at Cart.swift:31:9`. */
export function readLldb(line: Line): Reading | undefined {
	const { content } = line;
	const start = content.startsWith('* ') ? 2 : 0;
	if (/^thread #\d{1,5}(?:,|$)/.test(content.slice(start, start + 20))) {
		return thread(content.slice(start), 'apple', start > 0 ? true : undefined);
	}
	const found = head.exec(content.slice(start, start + 40));
	const tick = found ? content.indexOf('`', start) : -1;
	if (!found || tick === -1) {
		return undefined;
	}
	const frame = draftFrame('native', line);
	const [caption, address = ''] = found;
	const name = content.slice(start + caption.length, tick);
	frame.module = appName(name);
	frame.image = { name, address };
	const end = endingsStart(content, content.length, remark, maxRemarkLength);
	const at = content.lastIndexOf(' at ', end);
	const isPlace = at > tick && !content.startsWith('<', at + ' at '.length);
	if (isPlace && !setPlace(frame, line, at + ' at '.length, end)) {
		return undefined;
	}
	const added = digitsStart(content, end) - ' + '.length;
	const symbolEnd = at > tick ? at : content.startsWith(' + ', added) && added > tick ? added : end;
	// If the frame contains an inlined function, the source location belongs to that function.
	const inner = content.lastIndexOf(inlined, symbolEnd);
	const symbolStart = inner > tick ? inner + inlined.length : tick + 1;
	if (!content.startsWith(unnamed, symbolStart)) {
		setAppleSymbol(frame, line, symbolStart, content.slice(symbolStart, symbolEnd), name);
	}
	if (inner > tick) {
		frame.flags = [...frame.flags, 'inlined'];
	}
	return frameReading(frame, 'apple');
}
