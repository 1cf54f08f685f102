import { hexEnd } from '../../trace/characters';
import type { Line } from '../../trace/line';
import { draftFrame, frameReading, note, type Reading } from '../../trace/reading';
import { setCppSymbol } from '../native/cppFrame';
import { setImage } from '../native/ndk';
import { setAddress, setDartMember } from './dart';

const signal = /^si_signo=([^()]{1,40})\(-?\d{1,3}\), (.{1,120})$/;
/** Starts of the descriptions of signals. The numbers of signals differ between systems. */
const signals: readonly (readonly [start: string, type: string])[] = [
	['Segmentation fault', 'SIGSEGV'],
	['Bus error', 'SIGBUS'],
	['Abort', 'SIGABRT'],
	['Illegal instruction', 'SIGILL'],
	['Trace/', 'SIGTRAP'],
	['Floating point', 'SIGFPE'],
];
const windowsError = /^ExceptionCode=(-?\d{1,10}), (.{1,120})$/;
const counters = /^pc (0x[\da-f]{1,16}) fp 0x[\da-f]{1,16}(?: sp 0x[\da-f]{1,16})? /;
const inStack = /^\[(?:dart|stub|entry|exit) {1,5}: sp\(\w{1,18}\) fp\(\w{1,18}\) pc\(\w{1,18}\)/;
const qualified = /^ \*?(dart:_?[a-z]{1,30}|(?:package|file):\S{1,300}?\.dart)_(?:::_)?/;

/** Parses a line of a crash of the Dart VM: `pc 0x7fd4e440bee8 fp 0x7fd4f40fdc78 dart::Isolate::Run()+0x1a`. */
export function readDartDump(line: Line): Reading | undefined {
	const { content } = line;
	const found = content.startsWith('pc 0x') ? counters.exec(content) : null;
	if (found) {
		return readCounters(line, found[1] ?? '', found[0].length);
	}
	const [, name, message = ''] = signal.exec(content) ?? windowsError.exec(content) ?? [];
	if (name === undefined) {
		return undefined;
	}
	const code = content.startsWith('E') ? `0x${(Number(name) >>> 0).toString(16).toUpperCase()}` : undefined;
	const type = code ?? signals.find(([start]) => name.startsWith(start))?.[1] ?? name;
	const header = { kind: 'signal', nesting: 'none', type, message, crashed: true } as const;
	return { kind: 'header', header, platform: 'dart' };
}

function readCounters(line: Line, address: string, start: number): Reading {
	const { content } = line;
	const frame = draftFrame('native', line);
	const plus = content.lastIndexOf('+0x');
	const end = plus > start && hexEnd(content, plus + 3) === content.length ? plus : content.length;
	const symbol = content.slice(start, end);
	const offset = content.slice(end + 3);
	const kind = /^\[[A-Z][a-z]{1,20}\] /.exec(content.slice(start, start + 24))?.[0];
	frame.image = { name: '', address };
	if (kind !== undefined) {
		setDartMember(frame, line, start + kind.length, end);
	} else if (symbol.startsWith('_kDart') && offset !== '') {
		frame.position = { kind: 'aot', offset: Number.parseInt(offset, 16) };
		frame.image = { name: symbol, address, offset: frame.position.offset };
	} else if (/^(?:\/|[A-Z]:)/.test(symbol) && offset !== '') {
		setImage(frame, symbol, offset, undefined);
	} else if (symbol !== 'Unknown symbol') {
		setCppSymbol(frame, line, start, end);
	}
	return frameReading(frame, 'dart');
}

/** Parses a Dart frame below them: `[dart     : sp(0x7f) fp(0x7f) pc(0x7f) package:shop/cart.dart_Cart_total ]`. */
export function readDartDumpFrame(line: Line): Reading | undefined {
	const { content } = line;
	const end = content.length - ' ]'.length;
	const first = inStack.exec(content)?.[0].length;
	const [before = '', address = ''] = first === undefined ? [] : (qualified.exec(content.slice(first)) ?? []);
	if (first === undefined || before === '' || !content.endsWith(' ]')) {
		return first === undefined ? undefined : note;
	}
	const frame = draftFrame('managed', line);
	const start = first + before.length;
	// The VM joins the names of the class, the function and the closures with underscores.
	const name = content
		.slice(start)
		.replace(/^(_?[A-Za-z$][\w$]{0,200}?(?:@\d{1,12})?)_(?=.)/, before.endsWith('::_') ? '$1_' : '$1.');
	const named = { ...line, content: content.slice(0, start) + name.replaceAll('_<', '.<') };
	setAddress(frame, address);
	setDartMember(frame, named, start, end);
	return frameReading(frame, 'dart');
}
