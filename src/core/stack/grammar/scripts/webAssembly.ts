import { cppMember } from '../../names/cppNames';
import { dartMember } from '../../names/dartNames';
import { javascriptMember } from '../../names/javascriptNames';
import { il2cppMember } from '../../names/unityNames';
import { withoutBuildHash } from '../../trace/buildHash';
import { getPlace, lastSegment, withoutQuery } from '../../trace/characters';
import type { Line } from '../../trace/line';
import type { Frame } from '../../trace/model';
import {
	draftFrame,
	type FrameDraft,
	frameReading,
	linkPart,
	type Reading,
	setColumn,
	setLine,
} from '../../trace/reading';
import { setAddress } from '../dart/dart';

const sign = 'wasm';

interface WasmPlace {
	readonly module: string;
	readonly address: string;
	readonly offset: number | undefined;
	/** Text in the frame's brackets: the function index or, in Safari, the function name. */
	readonly inner: string;
}

interface DartFunction extends Pick<Frame, 'type' | 'method' | 'enclosing'> {
	readonly place: string | undefined;
	readonly isGenerated: boolean;
}

/** Matches name suffixes of functions that the compiler generates for asynchronous code, tear-offs, and conversions. */
const generated = / (?:tear-off trampoline|tear-off|trampoline|inner|body)$/;

/** Parses a V8 frame after `at `: `wasm://wasm/1234abcd:wasm-function[12]:0x1a2b`, `sum (wasm-1234abcd-12:3)`. */
export function readWasmFrame(line: Line, start: number): Reading | undefined {
	const { content } = line;
	if (!content.includes(sign, start)) {
		return undefined;
	}
	const open = content.endsWith(')') ? content.lastIndexOf(' (') : -1;
	return open < start
		? wasmFrameAt(line, start, start, start, content.length)
		: wasmFrameAt(line, start, open, open + ' ('.length, content.length - 1);
}

/** Parses a Firefox or Safari frame: `f@cart.wasm:wasm-function[12]:0x1a2b`, `<?>.wasm-function[f]@[wasm code]`. */
export function readWasmCall(line: Line): Reading | undefined {
	const { content } = line;
	const at = content.includes('@') && content.includes(sign) ? content.lastIndexOf('@') : -1;
	if (at === -1) {
		return undefined;
	}
	if (!content.endsWith('@[wasm code]')) {
		return content.includes('wasm-function[', at) ? wasmFrameAt(line, 0, at, at + 1, content.length) : undefined;
	}
	if (content.startsWith('wasm-stub@')) {
		const frame = draftFrame('native', line);
		frame.flags = ['synthetic'];
		return frameReading(frame, 'javascript');
	}
	return wasmFrameAt(line, 0, 0, 0, at);
}

export function wasmFrameAt(
	line: Line,
	nameStart: number,
	nameEnd: number,
	placeStart: number,
	placeEnd: number,
): Reading | undefined {
	const { content } = line;
	const place = wasmPlace(content.slice(placeStart, placeEnd));
	if (!place) {
		return undefined;
	}
	const frame = draftFrame('native', line);
	frame.module = place.module;
	const { module: name, address, offset } = place;
	frame.image = offset === undefined ? { name, address } : { name, address, offset };
	const symbol = nameEnd > nameStart ? content.slice(nameStart, nameEnd) : /^\d*$/.test(place.inner) ? '' : place.inner;
	if (!/\.dart(?:\.wasm)?$/.test(name) || !setDartFunction(frame, symbol)) {
		setName(frame, symbol);
	}
	if (frame.method !== undefined) {
		const at = content.indexOf(symbol, nameStart);
		linkPart(frame, line, at, at + symbol.length);
	}
	return frameReading(frame, 'javascript');
}

function setDartFunction(frame: FrameDraft, symbol: string): boolean {
	const found = symbol === '' || symbol.startsWith('wasm-function[') ? undefined : dartWasmFunction(symbol);
	if (!found) {
		return false;
	}
	const { place, isGenerated, ...names } = found;
	Object.assign(frame, names, { kind: 'managed' });
	if (isGenerated) {
		frame.flags = ['synthetic'];
	}
	if (place !== undefined) {
		const { file, line, column } = getPlace(place);
		setAddress(frame, file);
		setLine(frame, line);
		setColumn(frame, column);
	}
	return true;
}

function setName(frame: FrameDraft, symbol: string): void {
	const member = symbol === '' || symbol.startsWith('wasm-function[') ? undefined : memberOf(symbol);
	if (!member?.enclosing || member.method === '') {
		return;
	}
	if (member.type !== '') {
		frame.type = member.type;
	}
	frame.method = member.method;
	frame.enclosing = member.enclosing;
}

function memberOf(symbol: string): { type: string; method: string; enclosing: Frame['enclosing'] | undefined } {
	const compiled = il2cppMember(symbol);
	return compiled
		? { type: '', method: symbol, enclosing: compiled }
		: /^[\w$.]+$/.test(symbol)
			? javascriptMember(symbol)
			: cppMember(symbol);
}

function wasmPlace(text: string): WasmPlace | undefined {
	const caption = 'wasm-function[';
	const mark = text.lastIndexOf(caption);
	const close = mark === -1 ? -1 : text.indexOf(']', mark);
	if (close === -1) {
		return bytePlace(text);
	}
	const address = text.slice(close + 1).replace(/^:/, '');
	const inner = text.slice(mark + caption.length, close);
	if (!/^(?:0x[\da-f]{1,16}|\d{1,15})?$/i.test(address) || (mark > 0 && !/[:.]/.test(text.charAt(mark - 1)))) {
		return undefined;
	}
	const offset = address === '' ? undefined : Number(address);
	return { module: moduleName(text.slice(0, Math.max(0, mark - 1))), address, offset, inner };
}

/** Parses a byte offset that is printed as the column of line 1: `…/cart.wasm:1:6699`. */
function bytePlace(text: string): WasmPlace | undefined {
	const { file, line, column } = getPlace(text);
	const isModule = file.startsWith('wasm://') || /\.wasm(?:[?#]|$)/.test(file);
	if (line !== undefined && column !== undefined && isModule && !file.includes(' ')) {
		const offset = Math.max(0, column - 1);
		return { module: moduleName(file), address: `0x${offset.toString(16)}`, offset, inner: '' };
	}
	const colon = text.lastIndexOf(':0x');
	const address = text.slice(colon + 1);
	if (colon !== -1 && /^0x[\da-f]{1,13}$/i.test(address) && /^\S*\.wasm$/.test(text.slice(0, colon))) {
		return { module: moduleName(text.slice(0, colon)), address, offset: Number(address), inner: '' };
	}
	const old = /^wasm-[\da-f]{8}-\d{1,9}:(\d{1,15})$/.exec(text)?.[1];
	return old === undefined ? undefined : { module: sign, address: old, offset: Number(old), inner: '' };
}

/** Returns the name of a module. If a module has no URL, engines print a hash instead. */
function moduleName(address: string): string {
	// Firefox appends the call that compiled the module: `https://acme.example/app.js line 5 > WebAssembly.instantiate`.
	const made = / > WebAssembly\.\w{1,40}$/.test(address);
	const name = withoutBuildHash(lastSegment(withoutQuery(address)).replace(/-[\da-f]{8}$/, ''));
	return made || !/^[\w.-]+$/.test(name) ? sign : name;
}

/** Parses a name such as `module0.CartView.total` or `Cart.load closure at package:acme_shop/cart.dart:31:7`. */
function dartWasmFunction(symbol: string): DartFunction | undefined {
	const name = symbol.replace(/^(?:module\d{1,9}\.)?\$?/, '').replace(generated, '');
	const closure = name.indexOf('closure at ');
	const written = closure === -1 ? name : name.slice(0, closure).trim();
	const place = closure === -1 ? undefined : name.slice(closure + 'closure at '.length);
	if (/^closure wrapper at |^dynamic /.test(name) || (written === '' && place === undefined)) {
		return { place: undefined, isGenerated: true };
	}
	if (!/^[^\s()@/]{1,1000}$/.test(written)) {
		return undefined;
	}
	const { type, method, enclosing } = dartMember(written);
	return {
		...(type !== '' && { type }),
		method: closure === -1 ? method : `${method}.<anonymous closure>`,
		...(enclosing && { enclosing }),
		place,
		isGenerated: symbol.endsWith(' trampoline'),
	};
}
