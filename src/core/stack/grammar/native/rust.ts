import { cppMember } from '../../names/cppNames';
import { digitsEnd, getPlace, skipBlanks } from '../../trace/characters';
import type { Line } from '../../trace/line';
import { draftFrame, frameReading, type HeaderLine, linkPart, note, type Reading } from '../../trace/reading';
import type { TraceContext } from '../../trace/traceContext';
import { setCppSymbol, setPlace } from './cppFrame';

/** Parses the second line of a Rust frame, `  at ./src/cart.rs:40:9`, which follows `2: acme::cart::total`. */
export function readSourceLine(line: Line, bodyStart: number): Reading | undefined {
	const { content } = line;
	const { file, line: number } = getPlace(content.slice(bodyStart));
	if (number === undefined || !/\.(?:rs|c|cc|cpp|cxx|h|hpp|mm?|zig)$/i.test(file) || content.includes('(')) {
		return undefined;
	}
	const frame = draftFrame('native', line);
	setPlace(frame, line, bodyStart, content.length);
	return { kind: 'place', frame, platform: file.endsWith('.rs') ? 'rust' : 'cpp' };
}

/** Parses the first line of a Rust frame: `2: acme::cart::total` or `2:     0x55d0c1 - acme::cart::total`. */
export function readRustName(line: Line, context: TraceContext): Reading | undefined {
	const { content } = line;
	const numberEnd = digitsEnd(content, 0);
	if (content.charCodeAt(numberEnd) !== 0x3a || content.charCodeAt(numberEnd + 1) !== 0x20 || line.indent === 0) {
		return undefined;
	}
	let start = skipBlanks(content, numberEnd + 1);
	const dash = content.startsWith('0x', start) ? content.indexOf(' - ', start) : -1;
	start = dash === -1 ? start : skipBlanks(content, dash + 3);
	const name = content.slice(start);
	const isName = name.includes('::')
		? !/["']/.test(name)
		: (context.isRust || context.sectionPlatform === 'rust') && /^(?:[\w$.]{1,300}|<unknown>)$/.test(name);
	if (!isName || /\s/.test(name.replace(/ (?:as|for) |\bimpl |&mut |\bdyn | \+ | -> |, |; /g, ''))) {
		return undefined;
	}
	const frame = draftFrame('native', line);
	if (name !== '<unknown>') {
		const { type, method, enclosing } = rustMember(name);
		if (method === '') {
			setCppSymbol(frame, line, start, content.length);
		} else {
			frame.method = method;
			frame.enclosing = enclosing;
			if (type !== '') {
				frame.type = type;
			}
		}
	}
	linkPart(frame, line, start, content.length);
	return frameReading(frame, 'rust');
}

const panicked = /^thread '([^']{0,200})' (?:\(\d{1,10}\) )?panicked at /;

/** Matches the location of a panic before Rust 1.73. Before Rust 1.25, it had no column. */
const oldPlace = /^\S.{0,1000}:\d{1,9}:\d{1,9}$|^\S.{0,1000}\.rs:\d{1,9}$/;

/** Parses the first line of a panic: `thread 'main' panicked at src/cart.rs:3:5:`, `… at 'no cart', src/cart.rs:3`. */
export function readPanic(line: Line): Reading | undefined {
	const { content } = line;
	if (content.startsWith('note: run with `RUST_BACKTRACE=') || content.startsWith('note: Some details are omitted')) {
		return note;
	}
	const start = panicked.exec(content)?.[0].length;
	if (start === undefined) {
		return undefined;
	}
	const comma = content.lastIndexOf(', ');
	const isOld = comma > start && oldPlace.test(content.slice(comma + 2));
	const placeStart = isOld ? comma + 2 : start;
	const placeEnd = content.endsWith(':') ? content.length - 1 : content.length;
	const message = isOld ? content.slice(start, comma).replace(/^'|'$/g, '') : '';
	const header: HeaderLine = { kind: 'exception', nesting: 'none', type: 'panicked', message };
	const frame = draftFrame('native', line);
	return setPlace(frame, line, placeStart, placeEnd) && (isOld || frame.column1 !== undefined)
		? { kind: 'headedFrame', header, frame, platform: 'rust' }
		: { kind: 'header', header: { ...header, message: content.slice(start) }, platform: 'rust' };
}

/** @param symbol Name such as `<acme::Cart as core::fmt::Display>::fmt`, `acme::load::{{closure}}::h0123456789abcdef`. */
function rustMember(symbol: string): ReturnType<typeof cppMember> {
	const plain = symbol
		.replace(/::h[\da-f]{16}$/, '')
		.replace(/\{(?:closure|async_[a-z_]{1,20})(?:#\d{1,9})?\}(?!\})/g, '{{closure}}');
	return cppMember(ownType(plain.replace(/\{\{(?:vtable|impl)[^{}]{0,40}\}\}/g, '')));
}

/** Replaces `<Type as Trait>` or `<impl Trait for Type>` at the start of a name with `Type`. */
function ownType(symbol: string): string {
	const close = symbol.startsWith('<') ? closing(symbol) : -1;
	if (close === -1) {
		return symbol;
	}
	const inner = symbol.slice(1, close);
	const isImpl = inner.startsWith('impl ');
	const separator = isImpl ? inner.lastIndexOf(' for ') : inner.indexOf(' as ');
	const type = separator === -1 ? inner : isImpl ? inner.slice(separator + ' for '.length) : inner.slice(0, separator);
	return type.replace(/^(?:&|\*)?(?:mut |const )?/, '') + symbol.slice(close + 1);
}

/** Returns the index of the angle bracket that closes the first angle bracket, or -1. Skips arrows (`->`). */
function closing(symbol: string): number {
	let depth = 0;
	for (let index = 0; index < symbol.length; index++) {
		const character = symbol.charAt(index);
		if (character === '<') {
			depth++;
		} else if (character === '>' && symbol.charAt(index - 1) !== '-' && --depth === 0) {
			return index;
		}
	}
	return -1;
}
