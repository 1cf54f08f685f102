import { dotnetMember, withoutGenerics } from '../../names/dotnetNames';
import { isBlank, skipBlanks } from '../../trace/characters';
import type { Line } from '../../trace/line';
import { draftFrame, type FrameDraft, frameReading, linkPart, note, type Reading, setLine } from '../../trace/reading';
import type { TraceContext } from '../../trace/traceContext';
import { imageEnding } from '../native/cpp';
import { setCppSymbol } from '../native/cppFrame';

/**
 * .NET languages in the last column of a call stack, which can also contain native languages or a translated “Unknown”.
 */
const managedLanguages = new Set(['C#', 'F#', 'VB', 'Basic']);
const nativeLanguages = new Set(['C', 'C++']);
/** Matches the last column of a line in which tabs were replaced with spaces. */
// The input has at most 80 characters (`maxTailLength`).
const spacedColumn = /[ \u00a0]+(C#|F#|VB|Basic|C\+\+|C|Unknown)$/;
/** Matches the line number and the adjacent word, in any language: ` Line 31`, ` Строка 31`, ` 行 31`, ` 31. sor`. */
// The input has at most 80 characters (`maxTailLength`).
const lineCaption = /\s+(?:[^\s\d+()]{1,20}\s*(\d{1,9})(?:\s?[^\s\d()]{1,4})?|(\d{1,9})\.\s[^\s\d()]{1,20})$/;
// The input has at most 80 characters (`maxTailLength`).
const offsetCaption = /\s*\+\s?0x[\da-f]{1,16}(?:\s[^\s\d()]{1,20})?$/i;
const maxTailLength = 80;
const maxCaptionLength = 60;
const maxModuleLength = 260;

interface Columns {
	readonly end: number;
	readonly language: string | undefined;
	readonly isTabbed: boolean;
}

interface CsharpMember {
	readonly type: string;
	readonly method: string;
	readonly enclosing: { readonly type: string; readonly method: string };
	readonly isConstructor: boolean;
}

/** Matches the name that debuggers show for a lambda or a local function. */
const inner = /^(?:AnonymousMethod__|Lambda\$__|__[^|]{1,200}\|)/;
const accessor = /^(?:get|set|init|add|remove|raise)$/;

/** Parses a frame in Visual Studio's call stack: `>	Acme.dll!Cart::total() Line 40 + 0x12 bytes	C++`. */
export function readVisualStudioFrame(line: Line, context: TraceContext): Reading | undefined {
	const { content } = line;
	const marked = content.startsWith('>') ? skipBlanks(content, 1) : 0;
	const caption =
		content.charCodeAt(marked) === 0x5b ? content.slice(marked, marked + maxCaptionLength).indexOf('] ') : -1;
	const start = caption === -1 ? marked : skipBlanks(content, marked + caption + 1);
	const { end, language, isTabbed } = columns(content, start);
	const isKnown = language !== undefined && (managedLanguages.has(language) || nativeLanguages.has(language));
	const bang = moduleEnd(content, start);
	const isName = isTabbed && isKnown && /[.:(]/.test(content.slice(start, end));
	if (bang === -1 ? !isName : bang + 1 >= end) {
		return undefined;
	}
	const nameStart = bang === -1 ? start : bang + 1;
	if (isBlank(content.charCodeAt(nameStart))) {
		return undefined;
	}
	const { nameEnd, number } = tailOf(content, nameStart, end);
	const frame = draftFrame('native', line);
	setLine(frame, number);
	if (bang !== -1) {
		frame.module = content.slice(start, bang);
	}
	const isNative = language !== undefined && nativeLanguages.has(language);
	const isManaged = !isNative && setManagedName(frame, line, nameStart, nameEnd);
	if (!isManaged && !setNativeName(frame, line, nameStart, nameEnd)) {
		return undefined;
	}
	if (caption !== -1) {
		frame.flags = [...frame.flags, isManaged ? 'async' : 'inlined'];
	}
	return frameReading(frame, isManaged || context.debugsManagedCode ? 'dotnet' : 'cpp');
}

function columns(content: string, start: number): Columns {
	const tab = content.lastIndexOf('\t');
	if (tab > start) {
		let end = tab;
		while (end > start && content.charCodeAt(end - 1) <= 0x20) {
			end--;
		}
		return { end, language: content.slice(tab + 1).trim(), isTabbed: true };
	}
	const spaced = spacedColumn.exec(content.slice(-maxTailLength));
	return { end: content.length - (spaced?.[0].length ?? 0), language: spaced?.[1], isTabbed: false };
}

function moduleEnd(content: string, start: number): number {
	const bang = content.slice(start, start + maxModuleLength).indexOf('!');
	const module = content.slice(start, start + Math.max(0, bang));
	return imageEnding.test(module) && !module.includes('"') ? start + bang : -1;
}

function tailOf(content: string, start: number, end: number): { nameEnd: number; number: number | undefined } {
	const from = Math.max(start, content.lastIndexOf(')', end - 1) + 1, end - maxTailLength);
	const tail = content.slice(from, end).replace(offsetCaption, '');
	const found = lineCaption.exec(tail);
	const digits = found?.[1] ?? found?.[2];
	return {
		nameEnd: from + (found ? found.index : tail.length),
		number: digits === undefined ? undefined : Number(digits),
	};
}

function setManagedName(frame: FrameDraft, line: Line, start: number, end: number): boolean {
	const text = line.content.slice(start, end).replace(/^static /, '');
	const nameStart = end - text.length;
	const open = parametersStart(text);
	const name = text.slice(0, open);
	if (!/^[\w.<>,`|+$[\]()?*& \u0080-\uffff]+$/.test(name) || !name.includes('.')) {
		return false;
	}
	const isCompiled = /(?:^|[.+])<|\.\.c?ctor$/.test(name);
	const member = isCompiled ? dotnetMember(name) : csharpMember(name);
	if (!member) {
		return false;
	}
	frame.kind = 'managed';
	frame.type = member.type;
	frame.method = member.method;
	frame.enclosing = member.enclosing;
	if ('isConstructor' in member && member.isConstructor) {
		frame.flags = ['constructor'];
	}
	linkPart(frame, line, nameStart, nameStart + open);
	return true;
}

/** Returns the start of the parameter list. Ignores parentheses in type arguments such as `List<(int, string)>`. */
function parametersStart(text: string): number {
	let depth = 0;
	for (let index = 0; index < text.length; index++) {
		const character = text.charAt(index);
		if (character === '<') {
			depth++;
		} else if (character === '>') {
			depth--;
		} else if (character === '(' && depth <= 0) {
			return index;
		}
	}
	return text.length;
}

function setNativeName(frame: FrameDraft, line: Line, start: number, end: number): boolean {
	const name = line.content.slice(start, end);
	const address = /^(?:0x)?([\da-f]{8,16})(?:\(\))?$/i.exec(name)?.[1];
	if (address === undefined) {
		setCppSymbol(frame, line, start, end);
	}
	if (frame.method === undefined && frame.module !== undefined) {
		frame.image = { name: frame.module, address: address === undefined ? name : `0x${address}` };
	}
	return frame.method !== undefined || frame.image !== undefined;
}

/** Parses a placeholder for code that the debugger hides: `[External Code]`, `[Native to Managed Transition]`. */
export function readOmittedCode({ content, text }: Line, { sectionPlatform }: TraceContext): Reading | undefined {
	const isOfStack = text.endsWith('\t') || sectionPlatform === 'dotnet' || sectionPlatform === 'cpp';
	return isOfStack && /^\[[^[\]\d:/@]{2,80}\]$/.test(content) ? note : undefined;
}

/** Splits a debugger's method name: `Acme.Cart<int>.Total`, `Acme.Load.AnonymousMethod__4_0`, `Acme.Cart.Total.get`. */
function csharpMember(name: string): CsharpMember | undefined {
	const segments = getSegments(name);
	const made = segments.findIndex((segment, index) => index > 0 && inner.test(segment));
	const last = made === -1 ? segments.length - 1 : made - 1;
	const isAccessor = last > 1 && accessor.test(segments[last] ?? '');
	const at = isAccessor ? last - 1 : last;
	const written = withoutGenerics(segments[at] ?? '');
	if (at < 1 || written === '') {
		return undefined;
	}
	const types = segments.slice(0, at);
	const isConstructor = written === withoutGenerics(types.at(-1) ?? '') || written === 'New';
	const method = isConstructor ? '.ctor' : written.startsWith('this') && isAccessor ? 'Item' : written;
	const type = types.join('.');
	return {
		type,
		method: segments.slice(at).join('.'),
		enclosing: { type: withoutGenerics(type), method },
		isConstructor,
	};
}

function getSegments(name: string): string[] {
	const segments: string[] = [];
	let depth = 0;
	let start = 0;
	for (let index = 0; index < name.length; index++) {
		const character = name.charAt(index);
		if (character === '<' || character === '[' || character === '(') {
			depth++;
		} else if (character === '>' || character === ']' || character === ')') {
			depth--;
		} else if (character === '.' && depth === 0) {
			segments.push(name.slice(start, index));
			start = index + 1;
		}
	}
	segments.push(name.slice(start));
	return segments.includes('') ? [] : segments;
}
