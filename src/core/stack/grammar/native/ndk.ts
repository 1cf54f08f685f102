import { endingsStart } from '../../../common/endings';
import { cppMember } from '../../names/cppNames';
import { jvmMember } from '../../names/jvmNames';
import { il2cppMember } from '../../names/unityNames';
import { digitsEnd, digitsStart, getOpening, hexEnd, lastSegment, numberIn, skipBlanks } from '../../trace/characters';
import type { Line } from '../../trace/line';
import type { Frame } from '../../trace/model';
import {
	draftFrame,
	type FrameDraft,
	frameReading,
	type HeaderLine,
	linkPart,
	note,
	type Reading,
	thread,
} from '../../trace/reading';
import { setPlace } from './cppFrame';

/** Parses an NDK frame: `#00 pc 00012a4c /data/…/base.apk!libcart.so (offset 0x1000) (acme::f()+84) (BuildId: 9…)`. */
export function readNdkFrame(line: Line, start: number): Reading | undefined {
	const { content } = line;
	if (content.charCodeAt(start) !== 0x23) {
		return undefined;
	}
	const caption = skipBlanks(content, digitsEnd(content, start + 1));
	// The ndk-stack tool omits `pc`.
	const addressStart = content.startsWith('pc ', caption) ? skipBlanks(content, caption + 'pc '.length) : caption;
	if (addressStart === caption && !/^0x[\da-f]{8,16} \/\S/.test(content.slice(caption, caption + 21))) {
		return undefined;
	}
	const digitsAt = content.startsWith('0x', addressStart) ? addressStart + 2 : addressStart;
	const addressEnd = hexEnd(content, digitsAt);
	if (addressEnd === digitsAt) {
		return undefined;
	}
	const frame = draftFrame('native', line);
	readPlace(frame, line, skipBlanks(content, addressEnd), content.slice(digitsAt, addressEnd));
	return frameReading(frame, 'ndk');
}

function readPlace(frame: FrameDraft, line: Line, start: number, address: string): void {
	const { content } = line;
	let end = content.length;
	let buildId: string | undefined;
	let symbol: { readonly start: number; readonly end: number } | undefined;
	while (content.charCodeAt(end - 1) === 0x29) {
		const open = getOpening(content, end - 1);
		if (open <= start || content.charCodeAt(open - 1) !== 0x20) {
			break;
		}
		const inside = content.slice(open + 1, end - 1);
		if (inside.startsWith('BuildId: ')) {
			buildId = inside.slice('BuildId: '.length);
		} else if (inside !== 'deleted' && inside !== '???' && !inside.startsWith('offset 0x')) {
			symbol = { start: open + 1, end: end - 1 };
		}
		end = open - 1;
	}
	// In a truncated line, the closing parenthesis may be missing.
	const open = content.slice(start, end).lastIndexOf(' (');
	const pathEnd = open === -1 || content.slice(start + open, end).includes(')') ? end : start + open;
	const name = setImage(frame, content.slice(start, pathEnd).trim(), address, buildId);
	if (!symbol) {
		return;
	}
	// Some crash reporters print the library name in place of a missing symbol.
	const written = content.slice(symbol.start, symbol.end);
	if (/^[^\s()<>]{1,500}\/[^\s()<>/:]{1,200}:\d{1,7}$/.test(written)) {
		setPlace(frame, line, symbol.start, symbol.end);
	} else if (!/^(?:\+|$)/.test(written.replace(name, ''))) {
		setNdkSymbol(frame, line, symbol.start, symbol.end);
	}
}

export function setImage(frame: FrameDraft, path: string, address: string, buildId: string | undefined): string {
	const offset = Number.parseInt(address, 16);
	// Sanitizers print the path in parentheses: `(/data/app/libcart.so+0x1234)`.
	const plain = (/^\((.*)\)$/.exec(path)?.[1] ?? path).replace(/\+0x[\da-f]{1,16}$| \+ \d{1,12}$/i, '');
	// Code that was extracted to memory has the image name of its archive: `[anon:dalvik-classes.dex extracted in memory
	// from …]`.
	const [, archive] = plain.split(' extracted in memory from ');
	const name = lastSegment(archive?.split(/[\]!]/, 1)[0] ?? plain.slice(plain.lastIndexOf('!') + 1));
	frame.image = {
		name,
		address: `0x${address}`,
		...(Number.isSafeInteger(offset) ? { offset } : {}),
		...(buildId === undefined ? {} : { buildId }),
	};
	frame.module = name;
	return name;
}

export function setNdkSymbol(frame: FrameDraft, line: Line, start: number, end: number): void {
	const { content } = line;
	const offsetAt = digitsStart(content, end);
	const added = /(?:\+| \+ )$/.exec(content.slice(offsetAt - 3, offsetAt))?.[0];
	const symbolEnd = added !== undefined && offsetAt < end ? offsetAt - added.length : end;
	const written = content.slice(start, symbolEnd);
	const symbol = written.slice(0, endingsStart(written, written.length, compilerSuffix, maxSuffixLength));
	const compiled = il2cppMember(symbol);
	const flags = new Set<Frame['flags'][number]>();
	const member = compiled
		? { type: '', method: symbol, enclosing: compiled }
		: (javaMember(symbol, flags) ?? cppMember(symbol));
	if (member.method === '') {
		return;
	}
	if (member.type !== '') {
		frame.type = member.type;
	}
	frame.method = member.method;
	frame.enclosing = member.enclosing;
	if (flags.size > 0) {
		frame.flags = [...flags];
	}
	linkPart(frame, line, start, symbolEnd);
}

/** Suffixes that compilers append to the names of functions that they clone or split. */
const compilerSuffix = /\.(?:llvm|constprop|isra|part|cold|lto_priv)(?:\.\d{1,20})?$/;
const maxSuffixLength = '.constprop.'.length + 20;

/** Parses the Java name of a method that was compiled ahead of time: `com.acme.Cart.total`. */
function javaMember(
	symbol: string,
	flags: Set<Frame['flags'][number]>,
): Required<Pick<Frame, 'type' | 'method' | 'enclosing'>> | undefined {
	if (!/^[\w$.<>]{1,500}$/.test(symbol)) {
		return undefined;
	}
	const dot = symbol.lastIndexOf('.');
	if (dot <= 0 || symbol.indexOf('.') === dot) {
		return undefined;
	}
	const [type, method] = [symbol.slice(0, dot), symbol.slice(dot + 1)];
	return { type, method, enclosing: jvmMember(type, method, flags) };
}

const signalCaption = /^(?:signal:?|Fatal signal) /;
const noteStart = /^(?:\*\*\* \*\*\*|(?:Build fingerprint|ABI|Revision|Cmdline|Timestamp|uid): |backtrace:)/;

export function readTombstone(line: Line): Reading | undefined {
	const { content } = line;
	const caption = signalCaption.exec(content)?.[0];
	if (caption !== undefined) {
		return signal(content, caption.length);
	}
	if (/^SIG[A-Z]{2,8}$/.test(content)) {
		return {
			kind: 'header',
			header: { kind: 'signal', nesting: 'none', type: content, message: '', crashed: true },
			platform: 'ndk',
		};
	}
	if (content.startsWith('Abort message: ')) {
		return { kind: 'headerDetail', message: content.slice('Abort message: '.length).replace(/^['"]|['"]$/g, '') };
	}
	if (content.startsWith('pid: ')) {
		const name = content.indexOf(' name: ');
		const end = content.indexOf('  >>> ', name);
		return name !== -1 && end !== -1 ? thread(content.slice(name + ' name: '.length, end), 'ndk') : note;
	}
	return noteStart.test(content) ? note : undefined;
}

function signal(content: string, start: number): Reading | undefined {
	const end = digitsEnd(content, start);
	const close = content.indexOf(')', end);
	if (numberIn(content, start, end) === undefined || !content.startsWith(' (', end) || close === -1) {
		return undefined;
	}
	const header: HeaderLine = {
		kind: 'signal',
		nesting: 'none',
		type: content.slice(end + 2, close),
		message: content.slice(close + 1).replace(/^, /, ''),
		crashed: true,
	};
	return { kind: 'header', header, platform: 'ndk' };
}
