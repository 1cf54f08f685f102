import { isDigit } from '../../../../shared/ascii';
import { javascriptMember } from '../../names/javascriptNames';
import { getPlace, numberIn } from '../../trace/characters';
import type { Line } from '../../trace/line';
import { draftFrame, type FrameDraft, frameReading, linkPart, type Reading, setLine } from '../../trace/reading';

export const sourceEnding =
	/\.(?:[cm]?[jt]sx?|vue|svelte|dart|bundle|jsbundle|hbc|html?)(?:[?#]|$)|(?:^|\/)(?:bundle-|main\.jsbundle|index\.)/i;
/** Matches source files in other languages whose frames also have the form `at file:line:column`. */
const otherSource = /\.(?:rs|c|cc|cpp|cxx|h|hpp|swift|kt|java|go|m|mm|zig)$/i;

/** Parses a V8 or Hermes frame after `at `: `async Cart.load (/srv/cart.js:11:7)`, `fn (address at …)`. */
export function readV8Frame(line: Line, bodyStart: number): Reading | undefined {
	const { content } = line;
	let start = bodyStart;
	const isAsync = content.startsWith('async ', start);
	if (isAsync) {
		start += 'async '.length;
	}
	const frame = draftFrame('javascript', line);
	if (isAsync) {
		frame.flags = ['async'];
	}
	// Node.js prints ` {` after the last frame of an error that has properties, and a comma after an error in a list.
	const end = content.length - (content.endsWith(',') ? 1 : content.endsWith(' {') ? 2 : 0);
	if (content.charAt(end - 1) === ')') {
		const spaced = content.indexOf(' (', start);
		const open = spaced === -1 ? content.indexOf('(', start) : spaced + 1;
		if (open > start && readLocation(frame, line, open + 1, end - 1, 'parentheses')) {
			setScriptName(frame, line, start, spaced === -1 ? open : spaced);
			return frameReading(frame, 'javascript');
		}
		return undefined;
	}
	return readLocation(frame, line, start, end, isAsync ? 'parentheses' : 'bare')
		? frameReading(frame, 'javascript')
		: undefined;
}

export function setScriptName(frame: FrameDraft, line: Line, start: number, end: number): void {
	const member = javascriptMember(line.content.slice(start, end));
	if (member.type !== '') {
		frame.type = member.type;
	}
	if (member.method !== '') {
		frame.method = member.method;
	}
	if (member.enclosing) {
		frame.enclosing = member.enclosing;
	}
	if (member.isConstructor) {
		frame.flags = [...frame.flags, 'constructor'];
	}
	if (frame.link === undefined) {
		linkPart(frame, line, start, end);
	}
}

function readLocation(
	frame: FrameDraft,
	line: Line,
	start: number,
	end: number,
	form: 'parentheses' | 'bare',
): boolean {
	const text = line.content.slice(start, end);
	if (text === 'native' || text === '[native code]') {
		frame.flags = [...frame.flags, 'nativeMethod'];
		return true;
	}
	if (
		text === '<anonymous>' ||
		text === 'unknown location' ||
		text === 'unknown' ||
		(text.startsWith('index ') && /^index \d{1,9}$/.test(text))
	) {
		return form === 'parentheses' || text === '<anonymous>';
	}
	const evaluated = 'eval at ';
	if (text.startsWith(evaluated)) {
		// If `eval` runs the code, the innermost parentheses contain the file that called `eval`.
		const open = text.lastIndexOf('(');
		const close = text.indexOf(')', open);
		if (open !== -1 && close !== -1) {
			setScriptPlace(frame, line, start + open + 1, start + close);
		}
		return true;
	}
	const caption = 'file: ';
	if (text.startsWith(caption)) {
		return readLocation(frame, line, start + caption.length, end, form);
	}
	const offsets = 'address at ';
	if (text.startsWith(offsets)) {
		return readAddress(frame, line, start + offsets.length, end);
	}
	const worklet = text.includes('):') ? workletPlace.exec(text) : null;
	if (worklet) {
		setFile(frame, worklet[1] ?? '', Number(worklet[2]));
		frame.column1 = Number(worklet[3]) || 1;
		linkPart(frame, line, start, end);
		return true;
	}
	const place = getPlace(text);
	if (place.line === undefined || place.file === '' || otherSource.test(place.file)) {
		return false;
	}
	const isSufficient = place.column !== undefined && (form === 'parentheses' || !isSentence(place.file));
	if (!isSufficient && !sourceEnding.test(place.file)) {
		return false;
	}
	setScriptPlace(frame, line, start, end);
	return true;
}

/** Matches a location in generated code of Reanimated, after the start of the worklet: `/src/Cart.tsx (31:29):1:90`. */
const workletPlace = /^(\S.{0,1000}\.[cm]?[jt]sx?) \((\d{1,9}):(\d{1,9})\):\d{1,9}:\d{1,9}$/;

function isSentence(file: string): boolean {
	return (file.includes(' ') || !/[./\\:]/.test(file)) && !/^(?:[A-Za-z]:[\\/]|\/|file:)/.test(file);
}

export function setScriptPlace(frame: FrameDraft, line: Line, start: number, end: number): void {
	const place = getPlace(line.content.slice(start, end));
	if (place.line === undefined || place.file === '') {
		return;
	}
	setFile(frame, place.file, place.line);
	if (place.column !== undefined && place.column > 0) {
		frame.column1 = place.column;
	}
	linkPart(frame, line, start, end);
}

function setFile(frame: FrameDraft, file: string, line: number | undefined): void {
	frame.file = file;
	setLine(frame, line);
	if (file === 'InternalBytecode.js') {
		frame.flags = [...frame.flags, 'synthetic'];
	}
}

/** Parses a Hermes address. The last number is a zero-based bytecode offset. */
function readAddress(frame: FrameDraft, line: Line, start: number, end: number): boolean {
	const place = getPlace(line.content.slice(start, end));
	if (place.column === undefined || place.file === '') {
		return false;
	}
	setFile(frame, place.file, place.line);
	linkPart(frame, line, start, end);
	frame.position = { kind: 'bytecode', offset: place.column };
	return true;
}

const writtenName =
	/^(?:(?:global|module|eval) code|(?:(?:bound|get|set|async) ){0,4}[\w$.<>/*?#@[\]\u0080-\uffff-]{0,300})$/;
const anyName = /^.{0,300}$/;

/**
 * Parses a JavaScriptCore or Firefox frame: `onPress@main.jsbundle:12:233`, `forEach@[native code]`, `t@12:33`.
 * @param isJavascript Whether the lines above are JavaScript. If so, a function name alone is also a frame.
 * @param hasScriptStack Whether the text contains a stack in React Native's format, in which a location can be only a
 * column.
 */
export function readJscFrame(line: Line, isJavascript = false, hasScriptStack = false): Reading | undefined {
	const { content } = line;
	const last = content.charCodeAt(content.length - 1);
	if (content === '[native code]') {
		const frame = draftFrame('javascript', line);
		frame.flags = ['nativeMethod'];
		return frameReading(frame, 'javascript');
	}
	// Some frames have no line number: `load@`, `load@safari-extension:`, `eval code`.
	if (!isDigit(last) && (isJavascript ? withoutLine : withoutLineFirst).test(content)) {
		const frame = draftFrame('javascript', line);
		const end = content.indexOf('@');
		setScriptName(frame, line, 0, end === -1 ? content.length : end);
		return frameReading(frame, 'javascript');
	}
	if (!isDigit(last) && last !== 0x5d) {
		return undefined;
	}
	const at = nameEnd(content);
	const end = content.startsWith(addressCaption, at - addressCaption.length) ? at - addressCaption.length : at;
	if (at === -1 || !(isJavascript ? anyName : writtenName).test(content.slice(0, end))) {
		return readBareUrl(line);
	}
	const frame = draftFrame('javascript', line);
	const location = content.slice(at + 1);
	if (location === '[native code]' || (hasScriptStack && location === '-1')) {
		frame.flags = ['nativeMethod'];
	} else if (hasScriptStack && /^\d{1,15}$/.test(location)) {
		// For single-line bundles, React Native prints only the column.
		frame.line1 = 1;
		frame.column1 = numberIn(location, 0, location.length) ?? 1;
		linkPart(frame, line, at + 1, content.length);
	} else if (!readJscPlace(frame, line, at + 1, location)) {
		return undefined;
	}
	if (end > 0) {
		setScriptName(frame, line, 0, end);
	}
	return frameReading(frame, 'javascript');
}

/** React Native 0.61 cut Hermes frames such as `load (address at index.android.bundle:1:161)` at the wrong places. */
const addressCaption = ' (address at';

const withoutLine =
	/^(?:[\w$.]{1,300}@(?:[a-z][a-z-]{1,30}:(?:\/\/\S{0,2000})?)?(?<!\d)|(?:global|module|eval) code@?)$/;
/** Matches frames without a line number that are recognized even if the lines above aren't JavaScript. */
const withoutLineFirst = /^(?:eval code@|[\w$.]{1,300}@safari-(?:web-)?extension:)$/;
const addressStart = /^(?:(?:[a-z][\w+.-]{1,30}:)?\/|[a-z-]{1,30}-extension:|\[native code\]$)/i;
/** Maximum number of `@` characters to examine. Real names contain only a few. */
const maxAts = 8;

function nameEnd(content: string): number {
	let at = content.indexOf('@');
	if (at === -1 || content.indexOf('@', at + 1) === -1) {
		return at;
	}
	for (let count = 0; at !== -1 && count < maxAts; count++) {
		if (addressStart.test(content.slice(at + 1, at + 40))) {
			return at;
		}
		at = content.indexOf('@', at + 1);
	}
	return content.indexOf('@');
}

/** Matches code evaluated in Firefox: `cart.js line 3 > eval line 2 > Function`. Line 3 is in the file. */
const evaluatedIn = / line (\d{1,9}) > (?:eval|Function)\b/;

function readJscPlace(frame: FrameDraft, line: Line, start: number, location: string): boolean {
	const place = getPlace(location);
	if (place.line === undefined) {
		return false;
	}
	if (place.file === '' && place.column !== undefined) {
		// React Native prints only the line and the column, without the bundle name.
		setLine(frame, place.line);
		frame.column1 = place.column;
		linkPart(frame, line, start, start + location.length);
		return true;
	}
	const isAddress = addressStart.test(`${place.file}:`);
	const evaluated = isAddress && place.file.includes('>') ? evaluatedIn.exec(place.file) : null;
	if (evaluated) {
		setFile(frame, place.file.slice(0, evaluated.index), Number(evaluated[1]));
		linkPart(frame, line, start, start + location.length);
		return true;
	}
	if (!(isAddress || sourceEnding.test(place.file)) || (place.file.includes(' ') && !isAddress)) {
		return false;
	}
	setScriptPlace(frame, line, start, start + location.length);
	return true;
}

function readBareUrl(line: Line): Reading | undefined {
	const { content } = line;
	const place = getPlace(content);
	if (place.column === undefined || content.includes(' ') || !sourceEnding.test(place.file)) {
		return undefined;
	}
	const frame = draftFrame('javascript', line);
	setScriptPlace(frame, line, 0, content.length);
	return frameReading(frame, 'javascript');
}
