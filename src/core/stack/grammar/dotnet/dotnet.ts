import { dotnetMember } from '../../names/dotnetNames';
import { dotnetPlace, isPath } from '../../names/dotnetPlace';
import { digitsEnd, getClosing, isBlank } from '../../trace/characters';
import type { Line } from '../../trace/line';
import {
	draftFrame,
	type FrameDraft,
	frameReading,
	gap,
	type HeaderLine,
	linkPart,
	type Reading,
	setLine,
} from '../../trace/reading';
import type { TraceContext } from '../../trace/traceContext';
import { splitHeader } from '../exceptionHeader';

/** The word “at” in each language into which .NET's messages are translated. */
const atWords = new Set(
	'at bei в à en em w v in på ved vid u la op em: 在 於 場所 위치: konum: στο hely: vid: в:'.split(' '),
);

/** Parses a frame in a language other than English: ` в Acme.Cart.Add(Int32 n) в C:\src\Cart.cs:строка 40`. */
export function readLocalisedFrame(line: Line, context: TraceContext): Reading | undefined {
	const { content } = line;
	const open = content.indexOf('(');
	if (open === -1 || open > 1000) {
		return undefined;
	}
	const name = nameStart(content, open);
	if (name === 0 || name > 40) {
		return undefined;
	}
	const word = content.slice(0, name).trim();
	const expected = atWords.has(word) || context.sectionPlatform === 'dotnet' || line.indent === 3;
	const reading = expected && /^[^\d"'()[\]{}=,;#]*$/.test(word) ? readDotnetFrame(line, name) : undefined;
	const file = reading?.kind === 'frame' ? reading.frame.file : undefined;
	return file === undefined || isPath(file) ? reading : undefined;
}

function nameStart(content: string, open: number): number {
	let depth = 0;
	let index = open;
	while (index > 0) {
		const code = content.charCodeAt(index - 1);
		if (code === 0x5d) {
			depth++;
		} else if (code === 0x5b) {
			depth--;
		} else if (isBlank(code) && depth <= 0) {
			break;
		}
		index--;
	}
	return index;
}

/** Parses a .NET frame: `Acme.Cart.Add[T](Int32 n) in C:\Cart.cs:line 40`. `in` and `line` can be in any language. */
export function readDotnetFrame(line: Line, start: number): Reading | undefined {
	const content = line.content.endsWith('<---') ? line.content.slice(0, -4).trimEnd() : line.content;
	const open = content.indexOf('(', start);
	const close = open === -1 ? -1 : getClosing(content, open);
	if (close === -1 || isBlank(content.charCodeAt(open - 1))) {
		return readOffsetOnly(line, content, start);
	}
	const nameStart = moduleEnd(content, start, open);
	const name = content.slice(nameStart, open);
	const member = /^[^\s"'=;{}]+$/.test(withoutArguments(name)) ? dotnetMember(withDots(name)) : undefined;
	if (!member || !/^[^"=;{}]*$/.test(content.slice(open, close))) {
		return undefined;
	}
	const frame = draftFrame('managed', line);
	const made = content.charCodeAt(close + 1) === 0x2b ? madeEnd(content, close + 1) : close + 1;
	if (made < content.length && !readPlace(frame, line, content, made)) {
		return undefined;
	}
	setModule(frame, content, start, nameStart);
	setMember(frame, line, nameStart, open, member);
	if (made > close + 1) {
		// Frames of iterators, such as `ReadAsync()+MoveNext`, don't contain the parameters of the iterator method.
		frame.method = `${member.method}()${content.slice(close + 1, content.indexOf('(', close))}`;
	}
	return frameReading(frame, 'dotnet');
}

/** Returns the offset after the image name and module number (`Shop!$3_`) in .NET Native: `Shop!$3_Shop::Cart.Add`. */
function moduleEnd(content: string, start: number, end: number): number {
	const bang = content.indexOf('!', start);
	if (bang === -1 || bang > end) {
		return start;
	}
	return (
		start + (/^[\w.-]{1,200}!(?:\$\d{1,6}_)?/.exec(content.slice(start, Math.min(end, start + 220)))?.[0].length ?? 0)
	);
}

function withDots(name: string): string {
	return name.includes('::') ? name.replaceAll('::', '.') : name;
}

function setModule(frame: FrameDraft, content: string, start: number, nameStart: number): void {
	if (nameStart > start) {
		frame.module = content.slice(start, content.indexOf('!', start));
	}
}

/** Returns the offset after the suffix `+MoveNext()`, which the compiler adds to iterator methods. */
function madeEnd(content: string, plus: number): number {
	const open = content.indexOf('(', plus);
	const close = open === -1 ? -1 : getClosing(content, open);
	return close !== -1 && /^\+[\w.<>`,]+$/.test(content.slice(plus, open)) ? close + 1 : plus;
}

export function setMember(
	frame: FrameDraft,
	line: Line,
	start: number,
	end: number,
	member: NonNullable<ReturnType<typeof dotnetMember>>,
): void {
	if (member.type !== '') {
		frame.type = member.type;
	}
	frame.method = member.method;
	frame.enclosing = member.enclosing;
	if (member.method === '.ctor' || member.method === '.cctor') {
		frame.flags = [...frame.flags, 'constructor'];
	}
	if (frame.link === undefined) {
		linkPart(frame, line, start, end);
	}
}

/** Removes type arguments, which may contain assembly names: `Plugin`1[[Acme.Item, Acme, Version=1.0.0.0]].Run`. */
export function withoutArguments(name: string): string {
	if (!name.includes('[')) {
		return name;
	}
	let plain = '';
	let depth = 0;
	for (const character of name) {
		depth += character === '[' ? 1 : 0;
		plain += depth > 0 ? '' : character;
		depth -= character === ']' && depth > 0 ? 1 : 0;
	}
	return depth === 0 ? plain : name;
}

/**
 * Matches a location with a metadata token: ` in Acme.Shop.dll:token 0x6000001+0x70`. The last number is an IL offset.
 */
const tokenPlace = /^ [^\s\d]{1,20} (\S[^:]{0,259}):[^\s\d:]{1,20} 0x[\da-f]{1,16}\+0x([\da-f]{1,12})$/i;
const maxTokenLength = 400;

/** Parses a location: ` in C:\src\Acme Shop\Cart.cs:line 40`. In ahead-of-time compiled code, ` + 0x1c` precedes it. */
function readPlace(frame: FrameDraft, line: Line, content: string, start: number): boolean {
	let at = start;
	if (content.startsWith(' + 0x', at)) {
		at = content.indexOf(' ', at + 3);
		if (at === -1) {
			return true;
		}
	}
	const token = content.includes('+0x', at) ? tokenPlace.exec(content.slice(at, at + maxTokenLength)) : null;
	if (token) {
		frame.module = token[1] ?? '';
		frame.position = { kind: 'il', offset: Number.parseInt(token[2] ?? '', 16) };
		return true;
	}
	const place = dotnetPlace(content, at);
	if (!place) {
		return false;
	}
	setDotnetPlace(frame, line, place);
	return true;
}

export function setDotnetPlace(
	frame: FrameDraft,
	line: Line,
	place: { readonly pathStart: number; readonly pathEnd: number; readonly line: number | undefined },
): void {
	const path = line.content.slice(place.pathStart, place.pathEnd);
	if (/\.(?:dll|exe)$/i.test(path)) {
		frame.module = path;
		return;
	}
	frame.file = path;
	setLine(frame, place.line);
	linkPart(frame, line, place.pathStart, line.content.length);
}

/** Parses a .NET Native frame without parameters: `Acme!<BaseAddress>+0x1234`, `Acme!Acme::Cart.Total+0x2f`. */
function readOffsetOnly(line: Line, content: string, start: number): Reading | undefined {
	const plus = content.lastIndexOf('+0x');
	const nameStart = moduleEnd(content, start, content.length);
	const name = content.slice(nameStart, Math.max(nameStart, plus));
	const address = content.slice(plus + 1);
	if (nameStart === start || name === '' || /\s/.test(name) || !/^0x[\da-f]{1,16}$/i.test(address)) {
		return undefined;
	}
	const isNamed = name !== '<BaseAddress>';
	const member = isNamed ? dotnetMember(withDots(name)) : undefined;
	if (isNamed && !member && !/^\w{2,200}$/.test(name)) {
		return undefined;
	}
	const frame = draftFrame(member ? 'managed' : 'native', line);
	setModule(frame, content, start, nameStart);
	if (member) {
		setMember(frame, line, nameStart, plus, member);
	} else if (isNamed) {
		frame.method = name;
		frame.enclosing = { type: '', method: name };
		linkPart(frame, line, nameStart, plus);
	} else {
		frame.image = { name: frame.module ?? '', address, offset: Number.parseInt(address.slice(2), 16) };
	}
	return frameReading(frame, 'dotnet');
}

/** Parses the start of an inner exception (` ---> Acme.LoadException: …`) and the separators between stacks. */
export function readDotnetJoin(line: Line): Reading | undefined {
	const { content } = line;
	if (content.startsWith('---> ')) {
		const inner = '(Inner Exception #';
		const numbered = content.startsWith(inner, '---> '.length);
		const number = numbered ? digitsEnd(content, '---> '.length + inner.length) : '---> '.length;
		const title = content.slice(numbered ? number + 2 : number);
		const header: HeaderLine = { kind: 'cause', nesting: numbered ? 'cause' : 'inner', ...splitHeader(title) };
		return { kind: 'header', header, platform: 'dotnet' };
	}
	if (content.startsWith('Rethrow as ')) {
		const header: HeaderLine = {
			kind: 'rethrow',
			nesting: 'none',
			...splitHeader(content.slice('Rethrow as '.length)),
		};
		return { kind: 'header', header, platform: undefined };
	}
	return content.startsWith('--- ') && content.endsWith(' ---') ? gap(line) : undefined;
}

/**
 * Returns true if the separator ends the stack of an inner exception rather than an asynchronous stack. The separator
 * can be in any language.
 */
export function isInnerEnd(text: string): boolean {
	return /inner|intern|внутренн|内部|內部|내부|wewnętrzn|vnitřní|belső|[iİ]ç özel/i.test(text);
}
